char text[4];
static void note(int x) { text[0] = x + (x == 5); }
void f(char *text, int x) { text[0] = x + (x == 5); note(x); }
