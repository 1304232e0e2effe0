import { shellVariable } from "./shell-variable.ts";

/** The variable of the shell that stands for a merchant's API key: `ALPHA_API_KEY`. */
export function merchantVariable(name: string): string {
  return shellVariable(`${name}_API_KEY`);
}
