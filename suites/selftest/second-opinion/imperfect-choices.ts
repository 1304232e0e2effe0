/** Choices that fail although no sentence of the document forbids them, and why this is acceptable. */
export const ACCUSED_CHOICES: Readonly<Record<string, string>> = {
  "id-exponent": "1007e3 is an integer to a mathematician; to most programs that read one it is not.",
};

/** Choices that leave a check undecided, so that a run against such a server is incomplete, and why. */
export const UNDECIDED_CHOICES: Readonly<Record<string, string>> = {
  "zero-omitted": "A status that is left out may be 0 or not be returned.",
};
