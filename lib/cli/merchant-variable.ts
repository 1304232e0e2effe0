import { shellVariable } from "./shell-variable.ts";

/** The shell variable for the API key of a merchant: `ALPHA_API_KEY`. */
export function merchantVariable(name: string): string {
  return shellVariable(`${name}_API_KEY`);
}
