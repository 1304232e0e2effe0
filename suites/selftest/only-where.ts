import type { Call } from "../../lib/reference/call.ts";
import { type Mutant, replaceRules } from "../../lib/reference/mutant.ts";
import type { Rules } from "../../lib/reference/rules/rules.ts";

/** Whether a server is wrong for a request. `rules` are those of a conformant server, `bad` those of the mutant. */
export type IsWrong = (call: Call, rules: Rules, bad: Rules) => boolean;

/** The mutant that is wrong for some requests alone. The server decides this once for each request. */
export function onlyWhere(of: Mutant, isWrong: IsWrong): Mutant {
  return {
    ...of,
    apply(rules) {
      const bad = of.apply(rules);
      const decided = new WeakMap<Call, Call>();
      const decide = (call: Call) => {
        const known = decided.get(call) ?? (isWrong(call, rules, bad) ? { ...call, rules: bad } : call);
        decided.set(call, known);
        return known;
      };
      const flowOf = (call: Call) => (call.rules === bad ? bad : rules).flow;
      return replaceRules(rules, {
        flow: {
          perform: async (call) => flowOf(decide(call)).perform(decide(call)),
          respond: async (call, outcome) => flowOf(decide(call)).respond(decide(call), outcome),
        },
      });
    },
  };
}
