/** The shell variable for the API key of a merchant: `ALPHA_API_KEY`. */
export function merchantVariable(name: string): string {
  return shellVariable(`${name}_API_KEY`);
}

/** Turns a text into the name of a POSIX shell variable: upper case, with `_` for every other character. */
export function shellVariable(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/\W/g, "_")
    .replace(/^(?=\d)/, "_");
}
