import { RefusedError } from "../guest/refused-error.ts";
import { OptionsError } from "../profile/options/options-error.ts";
import { ProfileError } from "../profile/fields/profile-error.ts";
import { TokenError } from "../session/token-error.ts";
import { UnreadableResultError } from "./results/read-json-file.ts";
import { ResultFolderError } from "../reporters/run/result-folder-error.ts";
import { ChoiceError } from "../reference/parse-choice.ts";
import { SelectorError } from "../engine/requirement/selector.ts";
import { SignerError } from "../signer/signer-error.ts";
import { UsageError } from "./usage-error.ts";

const TO_CORRECT = [
  UsageError,
  ProfileError,
  OptionsError,
  SelectorError,
  ChoiceError,
  SignerError,
  RefusedError,
  ResultFolderError,
  UnreadableResultError,
  TokenError,
] as const;

/** Turns an error that ends the command into its exit code and its message. */
export function exitCodeOf(error: unknown): { readonly code: 2 | 5; readonly text: string } {
  if (!(error instanceof Error)) return { code: 5, text: defectText(String(error)) };
  if (TO_CORRECT.some((kind) => error instanceof kind)) return { code: 2, text: error.message };
  return { code: 5, text: defectText(error.stack ?? error.message) };
}

function defectText(details: string): string {
  return `This is a defect of card-issuing-conformance, not of the target:\n${details}`;
}
