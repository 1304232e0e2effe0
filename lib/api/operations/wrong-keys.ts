import type { CredentialOffence } from "../request/offence.ts";
import type { OperationsContext } from "./operations-context.ts";
import { assertOperationRefuses } from "./refuses.ts";

const UNKNOWN = "conformance-unknown-key-5e0b7d19c4";

/** Keys that differ from the valid one in one respect. The first is the key that most servers reject. */
function wrongKeys(valid: string): readonly CredentialOffence[] {
  const keys = [
    { name: "an unknown API key", key: UNKNOWN },
    { name: "an empty API key", key: "" },
    { name: "an API key without its last character", key: valid.slice(0, -1) },
    { name: "the first half of an API key", key: valid.slice(0, Math.ceil(valid.length / 2)) },
    { name: "an API key with a character more", key: `${valid}0` },
    {
      name: "an API key with another last character",
      key: `${valid.slice(0, -1)}${otherThan(valid.slice(-1))}`,
    },
  ];
  return keys.map(({ name, key }) => ({
    name,
    expects: "refused key",
    tamper: (credentials) => ({ ...credentials, apiKey: key }),
  }));
}

function otherThan(character: string): string {
  return character === "7" ? "3" : "7";
}

/** An unknown key, and so many of the others, which take turns from one operation to the next. */
const OTHERS_TRIED = { quick: 0, standard: 1, deep: 100 };

/** Every operation of an area that changes nothing is refused with wrong keys: at quick depth with an unknown one. */
export function refusesWrongKeys(area: string): (context: OperationsContext) => Promise<void> {
  return async (context) => {
    const { merchant, operations, effort } = context;
    const all = operations.reading();
    const [unknown, ...others] = wrongKeys(merchant.apiKey);
    for (const operation of operations.reading(area)) {
      const first = all.indexOf(operation) % others.length;
      const turned = [...others.slice(first), ...others.slice(0, first)];
      const some = turned.slice(0, effort.at(OTHERS_TRIED));
      for (const offence of unknown === undefined ? some : [unknown, ...some])
        await assertOperationRefuses(context, operation, offence);
    }
  };
}
