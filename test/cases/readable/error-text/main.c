enum status { OK, BUSY, NO_MEMORY };

static const char *const messages[] = {"ok", "busy", "no memory"};

const char *error_text(int status) {
  if (status < OK || status > NO_MEMORY) return "unknown";
  return messages[status];
}
