/** Command lines that differ from the native programs, and why. */
export const KNOWN = {};
