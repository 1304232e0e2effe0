import { ENVELOPE_CHOICES } from "./choices-envelope.ts";
import { FIELD_CHOICES } from "./choices-fields.ts";
import { STATE_CHOICES } from "./choices-state.ts";
import { STRICT_CHOICES } from "./choices-strict.ts";
import { WIRE_CHOICES } from "./choices-wire.ts";
import { ENVELOPE_FAULTS } from "./faults-envelope.ts";
import { FIELD_FAULTS } from "./faults-fields.ts";
import { KEEP_FAULTS } from "./faults-keep.ts";
import { KEY_FAULTS } from "./faults-key.ts";
import { NONCE_FAULTS } from "./faults-nonce.ts";
import { READ_FAULTS } from "./faults-read.ts";
import { SIGN_FAULTS } from "./faults-sign.ts";
import { STATE_FAULTS } from "./faults-state.ts";
import { URL_FAULTS } from "./faults-url.ts";
import { REFUSAL_FAULTS } from "./faults-refusal.ts";
import { REFUSE_URL_FAULTS } from "./faults-refuse-url.ts";
import { DISABLE_FAULTS } from "./faults-disable.ts";
import { LEAK_FAULTS } from "./faults-leak.ts";
import { STAMP_FAULTS } from "./faults-stamp.ts";
import { RACE_FAULTS } from "./faults-race.ts";
import type { Choice, Fault } from "./types.ts";

/** Ways to differ that contradict no sentence of the document. */
export const CHOICES: Choice[] = [
  ...ENVELOPE_CHOICES,
  ...FIELD_CHOICES,
  ...STATE_CHOICES,
  ...WIRE_CHOICES,
  ...STRICT_CHOICES,
];

/** Single mistakes; each contradicts a sentence of the document. One for each requirement that finds it first. */
export const FAULTS: Fault[] = [
  ...ENVELOPE_FAULTS,
  ...REFUSAL_FAULTS,
  ...FIELD_FAULTS,
  ...URL_FAULTS,
  ...REFUSE_URL_FAULTS,
  ...KEEP_FAULTS,
  ...STATE_FAULTS,
  ...DISABLE_FAULTS,
  ...READ_FAULTS,
  ...LEAK_FAULTS,
  ...KEY_FAULTS,
  ...SIGN_FAULTS,
  ...STAMP_FAULTS,
  ...NONCE_FAULTS,
  ...RACE_FAULTS,
];
