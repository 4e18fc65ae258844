struct node { int value; struct node *next; };
int f(int **q, struct node *n) { if (n != 0) { **q = 4; } return 0; }
