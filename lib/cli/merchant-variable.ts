/** The variable of the shell that stands for a merchant's API key: `ALPHA_API_KEY`. */
export function merchantVariable(name: string): string {
  return `${name.toUpperCase().replaceAll(/\W|-/g, "_")}_API_KEY`;
}
