import { changing, sayingNo, withMemory } from "../../../lib/reference/changes.ts";
import { type Change, mutant } from "../../../lib/reference/mutant.ts";
import { refusal } from "../../../lib/reference/outcome.ts";
import type { Expected, World } from "./world.ts";

const refused = refusal("unusual-url");

/** Refuses the first registers. Those that must be refused do not count. */
function refusingFirst(count: number): Change {
  return withMemory(
    () => ({ left: count }),
    (memory) =>
      changing("register.judge", (judged) => {
        if (typeof judged !== "string" || memory.left === 0) return judged;
        memory.left -= 1;
        return refused;
      }),
  );
}

/** Targets that treat registers in an unusual way. Default: a run checks it, and nothing fails. */
const TARGETS: readonly (readonly [what: string, change: Change, expected?: Expected])[] = [
  ["rejects the first register, and not the next", refusingFirst(1)],
  ["rejects the first two registers, and not the next", refusingFirst(2)],
  [
    "stores what it does not say that it accepts",
    changing("envelope.data", (data, call, outcome) =>
      call.operation === "webhook/register" && !outcome.refused ? 1 : data,
    ),
  ],
  [
    "answers a register with no envelope, and stores it",
    changing("envelope.text", (text, call, outcome) =>
      call.operation === "webhook/register" && !outcome.refused ? "<html></html>" : text,
    ),
  ],
  [
    "writes text before each envelope",
    changing("envelope.text", (text) => `)]}',\n${text}`),
    { failedToo: [] },
  ],
  [
    "is a web page with an error in its script",
    changing("envelope.text", () => '<script>state = {"error":{"code":404,"message":"gone"}}</script>'),
    { cause: "no-envelope" },
  ],
  [
    "has everything but the register",
    sayingNo("flow.knows", ({ operation }) => operation === "webhook/register"),
    { failed: ["versioning.path-prefix"] },
  ],
];

export const ofOpenings: readonly World[] = TARGETS.map(([what, change, expected]) => ({
  name: `a target that ${what}`,
  mutant: mutant("treats-registers-otherwise", "register.accepts", change),
  selectors: ["versioning"],
  expected: { cause: undefined, ...expected },
}));
