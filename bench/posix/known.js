/** Command lines that differ from the native programs, and why: none. */
export const KNOWN = {};
