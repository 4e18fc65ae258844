void f(char *s){ if (s[0]) s[1] = 66; }
