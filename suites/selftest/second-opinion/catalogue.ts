import { ENVELOPE_CHOICES } from "./choices-envelope.ts";
import { FIELD_CHOICES } from "./choices-fields.ts";
import { SIGNED_CHOICES } from "./choices-signed.ts";
import { STATE_CHOICES } from "./choices-state.ts";
import { STRICT_CHOICES } from "./choices-strict.ts";
import { WIRE_CHOICES } from "./choices-wire.ts";
import type { Choice } from "./types.ts";

/** Ways to differ that contradict no sentence of the document. */
export const CHOICES: Choice[] = [
  ...ENVELOPE_CHOICES,
  ...FIELD_CHOICES,
  ...STATE_CHOICES,
  ...WIRE_CHOICES,
  ...STRICT_CHOICES,
  ...SIGNED_CHOICES,
];
