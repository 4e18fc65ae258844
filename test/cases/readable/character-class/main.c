enum class { SPACE, DIGIT, LETTER, OTHER };
enum class class_of(char c) {
  if (c == ' ' || c == '\t' || c == '\r' || c == '\n') return SPACE;
  if (c >= '0' && c <= '9') return DIGIT;
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') return LETTER;
  return OTHER;
}
