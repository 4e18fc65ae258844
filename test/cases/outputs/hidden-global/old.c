char text[4];
static void note(int x) { text[0] = x; }
void f(char *text, int x) { text[0] = x; note(x); }
