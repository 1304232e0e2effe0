import type { Choices } from "./choices.ts";
import type { Rules } from "./rules/rules.ts";

/** The reference with one rule replaced: a server that is wrong in one way. */
export interface Mutant {
  /** The fault of the bad server, for example `accepts-plain-http`. */
  readonly name: string;
  readonly breaks: string;
  /** The only mode in which the fault shows; both, when absent. */
  readonly mode?: "signed" | "api-key";
  /** The fault shows in operations that the document only names, and in no other. */
  readonly beyondWebhooks?: true;
  /** Choices without which the fault does not show. */
  readonly choices: Partial<Choices>;
  /** New rules, with a memory of their own. */
  apply(rules: Rules): Rules;
}

/** Some rules of some topics. */
export type RuleChanges = { readonly [Topic in keyof Rules]?: Partial<Rules[Topic]> };

/** The replacements of a mutant. Called once for every server: variables inside are the server's memory. */
export type Change = (rules: Rules) => RuleChanges;

/** Circumstances without which a fault does not show. */
export type Circumstances = Partial<Pick<Mutant, "mode" | "choices" | "beyondWebhooks">>;

/** A change that shows in some circumstances only. */
export interface LimitedChange {
  readonly circumstances: Circumstances;
  readonly change: Change;
}

/** Changes by the requirement that they break, and by the name of the mutant. */
type MutantTable = Readonly<Record<string, Readonly<Record<string, Change | LimitedChange>>>>;

/** @param change is applied to the rules of every server anew. */
export function mutant(
  name: string,
  breaks: string,
  change: Change,
  { choices = {}, ...others }: Circumstances = {},
): Mutant {
  return {
    name,
    breaks,
    ...others,
    choices,
    apply: (rules) => replaceRules(rules, change(rules)),
  };
}

/** Says in which circumstances only a change shows, for a row of a table of mutants. */
export function only(circumstances: Circumstances, change: Change): LimitedChange {
  return { circumstances, change };
}

/** Says that a change shows only where requests are signed. */
export const onlySigned = (change: Change): LimitedChange => only({ mode: "signed" }, change);

/** Makes the mutants of a table. @param shared are circumstances of all of them. */
export function toMutants(table: MutantTable, shared: Circumstances = {}): Mutant[] {
  return Object.entries(table).flatMap(([breaks, changes]) =>
    Object.entries(changes).map(([name, row]) => {
      const { circumstances, change } = typeof row === "function" ? only({}, row) : row;
      return mutant(name, breaks, change, { ...shared, ...circumstances });
    }),
  );
}

/** The rules with some of them replaced. */
export function replaceRules(rules: Rules, changes: RuleChanges): Rules {
  return {
    flow: { ...rules.flow, ...changes.flow },
    authentication: { ...rules.authentication, ...changes.authentication },
    signature: { ...rules.signature, ...changes.signature },
    body: { ...rules.body, ...changes.body },
    callbackUrl: { ...rules.callbackUrl, ...changes.callbackUrl },
    register: { ...rules.register, ...changes.register },
    query: { ...rules.query, ...changes.query },
    disable: { ...rules.disable, ...changes.disable },
    operations: { ...rules.operations, ...changes.operations },
    envelope: { ...rules.envelope, ...changes.envelope },
    delivery: { ...rules.delivery, ...changes.delivery },
    mcpGate: { ...rules.mcpGate, ...changes.mcpGate },
    mcpServer: { ...rules.mcpServer, ...changes.mcpServer },
    mcpService: { ...rules.mcpService, ...changes.mcpService },
  };
}
