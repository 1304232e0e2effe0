/** A text as the name of a variable of a POSIX shell: upper case, everything else that a name cannot hold as `_`. */
export function shellVariable(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/\W/g, "_")
    .replace(/^(?=\d)/, "_");
}
