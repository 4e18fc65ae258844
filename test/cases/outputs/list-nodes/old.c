struct n { int k; struct n *next; }; void f(struct n *h, int k) { while (h) { if (h->k == k) h->k = 0; h = h->next; } }
