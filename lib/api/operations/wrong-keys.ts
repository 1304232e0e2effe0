import type { CredentialOffence } from "../request/offence.ts";
import type { OperationsContext } from "./operations-context.ts";
import { assertOperationRefuses, refusesToMove } from "./refuses.ts";
import { UNKNOWN_KEY } from "./unknown-key.ts";

/** Such a key may stand for a number, whose letter case does not count: a UUID is one. */
const HEXADECIMAL = /^[\da-f]+(-[\da-f]+)*$/i;

/** Keys that differ from the valid one in one respect. The first is the key that most servers reject. */
function wrongKeys(valid: string, issuedKeys: ReadonlySet<string>): readonly CredentialOffence[] {
  const upper = valid.toUpperCase();
  const otherCase = valid === upper ? valid.toLowerCase() : upper;
  const keys = [
    { name: "an empty API key", key: "" },
    { name: "an API key without its last character", key: valid.slice(0, -1) },
    { name: "the first half of an API key", key: valid.slice(0, Math.ceil(valid.length / 2)) },
    { name: "an API key with a character more", key: `${valid}0` },
    { name: "an API key with a character before it", key: `0${valid}` },
    {
      name: "an API key with another last character",
      key: `${valid.slice(0, -1)}${otherThan(valid.slice(-1))}`,
    },
    ...(otherCase === valid || HEXADECIMAL.test(valid)
      ? []
      : [{ name: "an API key in other letter case", key: otherCase }]),
  ];
  const wrong = keys.filter(({ key }) => !issuedKeys.has(key));
  return [
    UNKNOWN_KEY,
    ...wrong.map(({ name, key }): CredentialOffence => ({
      name,
      expects: "refused key",
      tamper: (credentials) => ({ ...credentials, apiKey: key }),
    })),
  ];
}

function otherThan(character: string): string {
  return character === "7" ? "3" : "7";
}

/**
 * Every operation of an area is refused with wrong keys: with an unknown one alone at quick depth, and where it changes
 * things for good.
 */
export function refusesWrongKeys(area: string): (context: OperationsContext) => Promise<void> {
  return async (context) => {
    const { merchant, operations, effort, issuedKeys } = context;
    const offences = effort.triedSparingly(wrongKeys(merchant.apiKey, issuedKeys));
    for (const operation of operations.reading(area))
      for (const offence of offences) await assertOperationRefuses(context, operation, offence);
    await refusesToMove(context, area, UNKNOWN_KEY);
  };
}
