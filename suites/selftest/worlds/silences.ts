import { profiles } from "../judge-target.ts";
import { blocking, isOf, keyOf, type MakeFront, page, silentTo } from "./fronts.ts";
import type { Expected, World } from "./world.ts";

const WORDS = /javascript:|<script|(?:file|wss):|\.\.\//i;
/** They rest on the register and the query of one merchant. */
const CHECKED_BESIDE = ["register.stores", "register.replaces", "callback-url.max-length"];
const [, beta] = profiles["api-key"].merchants;

/** Targets that do not answer some requests. Default: a run checks what rests on the others, and ends in time. */
const TARGETS: readonly (readonly [what: string, front: MakeFront, expected?: Expected])[] = [
  ["is silent from request 100 on", silentTo((_, number) => number > 100), { passed: [] }],
  ["is silent to every fourth request", silentTo((_, number) => number % 4 === 0), { passed: [] }],
  ["is silent to each disable", silentTo((request) => isOf("disable", request))],
  [
    "is silent to words that firewalls look for",
    silentTo(({ body }) => WORDS.test(Buffer.from(body ?? []).toString())),
    { inconclusive: ["callback-url.https-only"] },
  ],
  ["answers each disable with a page and 503", blocking(503, (request) => isOf("disable", request))],
  [
    "asks to wait 1 s at each disable",
    () => async (request, next) => (isOf("disable", request) ? page(503, 1) : next(request)),
    { withinSeconds: 450 },
  ],
  ["answers one merchant with pages and 502", blocking(502, (request) => keyOf(request) === beta?.apiKey)],
];

export const ofSilences: readonly World[] = TARGETS.map(([what, front, expected]): World => ({
  name: `a target that ${what}`,
  front,
  facts: { operations: {} },
  expected: {
    verdict: "incomplete",
    noticed: [],
    passed: CHECKED_BESIDE,
    withinSeconds: "usual",
    ...expected,
  },
}));
