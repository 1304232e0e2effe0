import type { Call } from "./call.ts";
import type { McpCall } from "./mcp/mcp-call.ts";
import { type Change, replaceRules } from "./mutant.ts";
import type { Rules } from "./rules/rules.ts";

/** A rule by its topic and its own name, for example `signature.matches`. */
type RuleName = { [Topic in keyof Rules]: `${Topic}.${keyof Rules[Topic] & string}` }[keyof Rules];
type Rule<Name extends RuleName> = Name extends `${infer Topic extends keyof Rules}.${infer Own}`
  ? Rules[Topic][Own & keyof Rules[Topic]]
  : never;
/** A rule that says yes or no. */
type Question = {
  [Name in RuleName]: Rule<Name> extends (...given: never) => boolean | Promise<boolean> ? Name : never;
}[RuleName];
/** An answer, or a promise of one from a rule that may return promises. */
type MaybeLater<Said> =
  Extract<Said, Promise<unknown>> extends never ? Said : Awaited<Said> | Promise<Awaited<Said>>;
/** The arguments of the words below, for a rule. Conditional types, because TypeScript then knows the types of literals inside. */
type Other<Name extends RuleName> =
  Rule<Name> extends (...given: infer Given) => infer Said
    ? (...given: Given) => MaybeLater<Said> | undefined
    : never;
type OtherGifts<Name extends RuleName> =
  Rule<Name> extends (...given: infer Given) => unknown ? (...given: Given) => Given : never;
type ChangedAnswer<Name extends RuleName> =
  Rule<Name> extends (...given: infer Given) => infer Said
    ? (usual: Awaited<Said>, ...given: Given) => MaybeLater<Said>
    : never;
type Condition<Name extends RuleName> =
  Rule<Name> extends (...given: infer Given) => unknown ? (...given: Given) => boolean : never;
type Act<Name extends RuleName> =
  Rule<Name> extends (...given: infer Given) => unknown ? (...given: Given) => void : never;
/** Any of the rules, as the words below handle them. Their overloads have the types. */
type AnyRule = (...given: unknown[]) => unknown;

/** Replaces one rule. `replace` gets the usual rule, once for every server. */
export function replacing<Name extends RuleName>(
  name: Name,
  replace: (usual: Rule<Name>) => Rule<Name>,
): Change;
export function replacing(name: string, replace: (usual: never) => unknown): Change {
  const [topic = "", own = ""] = name.split(".");
  return (rules) => ({
    [topic]: { [own]: Reflect.apply(replace, undefined, [usualRule(rules, topic, own)]) },
  });
}

/** A rule gives the answer of `other`, where that has one. */
export function instead<Name extends RuleName>(name: Name, other: Other<Name>): Change;
export function instead(name: string, other: AnyRule): Change {
  return wrapping(name, (usual, given) => other(...given) ?? usual(...given));
}

/** A rule gets other arguments. */
export function giving<Name extends RuleName>(name: Name, change: OtherGifts<Name>): Change;
export function giving(name: string, change: (...given: unknown[]) => unknown[]): Change {
  return wrapping(name, (usual, given) => usual(...change(...given)));
}

/** A rule gives a changed answer. `change` gets the usual one, and what the rule gets. */
export function changing<Name extends RuleName>(name: Name, change: ChangedAnswer<Name>): Change;
export function changing(name: string, change: AnyRule): Change {
  return wrapping(name, (usual, given) => {
    const answer = usual(...given);
    return answer instanceof Promise
      ? answer.then((late: unknown) => change(late, ...given))
      : change(answer, ...given);
  });
}

/** A question is answered with yes where `when` holds. Default: always. */
export function sayingYes<Name extends Question>(name: Name, when?: Condition<Name>): Change;
export function sayingYes(name: string, when: AnyRule = () => true): Change {
  return wrapping(name, (usual, given) => when(...given) === true || usual(...given));
}

/** A question is answered with no where `when` holds. Default: always. */
export function sayingNo<Name extends Question>(name: Name, when?: Condition<Name>): Change;
export function sayingNo(name: string, when: AnyRule = () => true): Change {
  return wrapping(name, (usual, given) => when(...given) !== true && usual(...given));
}

/** Something happens each time before a rule is asked. */
export function before<Name extends RuleName>(name: Name, act: Act<Name>): Change;
export function before(name: string, act: AnyRule): Change {
  return wrapping(name, (usual, given) => {
    act(...given);
    return usual(...given);
  });
}

/** Makes a change for calls of which this holds. The rules of the change get the call first. */
export function where(holds: (call: Call) => boolean, change: Change): Change;
export function where(holds: (call: McpCall) => boolean, change: Change): Change;
export function where(holds: (call: Call & McpCall) => boolean, change: Change): Change {
  const choosing =
    (changed: AnyRule, usual: AnyRule) =>
    (call: Call & McpCall, ...others: unknown[]) =>
      (holds(call) ? changed : usual)(call, ...others);
  return (rules) => {
    const topics = Object.entries(change(rules)).map(([topic, changed]) => {
      const both = Object.entries(changed)
        .map(([own, rule]) => [own, rule, usualRule(rules, topic, own)] as const)
        .filter(([, rule, usual]) => rule !== usual)
        .map(([own, rule, usual]) => [own, choosing(rule, usual)] as const);
      return [topic, Object.fromEntries(both)];
    });
    return Object.fromEntries(topics);
  };
}

/** Makes several changes, each on top of those before it. */
export function together(...changes: readonly Change[]): Change {
  return (rules) => changes.reduce((changed, change) => replaceRules(changed, change(changed)), rules);
}

/** Makes changes that remember something together. Every server has its own memory. */
export function withMemory<Memory>(
  create: () => Memory,
  change: (memory: Memory) => Change | readonly Change[],
): Change {
  return (rules) => together(...[change(create())].flat())(rules);
}

/** Memories for {@link withMemory}. */
export const newSet = <Thing>(): Set<Thing> => new Set();
export const newMap = <Key, Value>(): Map<Key, Value> => new Map();
/** A memory of one value. */
export const holding =
  <Value>(value: Value) =>
  (): { value: Value } => ({ value });

function wrapping(name: string, wrap: (usual: AnyRule, given: unknown[]) => unknown): Change {
  const [topic = "", own = ""] = name.split(".");
  return (rules) => {
    const usual = usualRule(rules, topic, own);
    return { [topic]: { [own]: (...given: unknown[]) => wrap(usual, given) } };
  };
}

function usualRule(rules: Rules, topic: string, own: string): AnyRule {
  const rule: AnyRule = Reflect.get(Reflect.get(rules, topic), own);
  return rule;
}
