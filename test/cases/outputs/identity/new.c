struct n { int k; }; void f(struct n **a, struct n **b) { struct n t = **a; **a = **b; **b = t; }
