import { OPTION_NAMES, type OptionName } from "../profile/options.ts";

/** What is judged of a recorded run, and how that is told. */
const OPEN_OPTIONS: readonly OptionName[] = [
  "out",
  "label",
  "skip",
  "level",
  "requireFull",
  "html",
  "allure",
  "format",
  "quiet",
  "verbose",
  "color",
];

/** The options that a recorded run does not leave open. */
export const FIXED_OPTIONS: readonly OptionName[] = OPTION_NAMES.filter(
  (name) => !OPEN_OPTIONS.includes(name),
);
