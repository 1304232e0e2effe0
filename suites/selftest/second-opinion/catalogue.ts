import { ANSWER_CHOICES } from "./choices-answers.ts";
import { RULE_CHOICES } from "./choices-rules.ts";
import { STATE_CHOICES } from "./choices-state.ts";
import type { Choice } from "./types.ts";

/** Ways to differ that contradict no sentence of the document, and that no variant of the reference has. */
export const CHOICES: Choice[] = [...ANSWER_CHOICES, ...STATE_CHOICES, ...RULE_CHOICES];
