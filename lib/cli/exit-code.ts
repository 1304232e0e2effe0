import { UsageError } from "./usage-error.ts";

const USAGE_ERRORS = new Set([
  "UsageError",
  "ProfileError",
  "OptionsError",
  "SelectorError",
  "ChoiceError",
  "SignerError",
  "RefusedError",
]);

/** What an error that ends the command means: its exit code, and what the user is told. */
export function exitCodeOf(error: unknown): { readonly code: number; readonly text: string } {
  if (!(error instanceof Error)) return { code: 5, text: defectText(String(error)) };
  if (error instanceof UsageError || USAGE_ERRORS.has(error.name)) return { code: 2, text: error.message };
  return { code: 5, text: defectText(error.stack ?? error.message) };
}

function defectText(details: string): string {
  return `This is a defect of card-issuing-conformance, not of the target:\n${details}`;
}
