struct s {int a; char n[4]; double d;}; void f(struct s *p, int x) { p->a += x; if (x == 7) p->n[2] = 1; }
