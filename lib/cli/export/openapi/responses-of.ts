import { GATEWAY_PAGES } from "../../../api/exchange/may-be-gateway.ts";
import type { JsonSchema } from "../../../api/json/form.ts";
import { schemaRef } from "./component-schemas.ts";

/** A gateway may demand a length of the body. */
const LENGTH_REQUIRED = 411;
/** Statuses with which something in front of the API may answer by itself. */
const NOT_OF_THE_API = [LENGTH_REQUIRED, ...GATEWAY_PAGES];

/** The answers that the document shows of an operation. */
interface Answers {
  /** The schemas of its answers, each of which is admissible. */
  readonly names: readonly string[];
  /** A success, as far as the document determines it. Default: none. */
  readonly example?: JsonSchema;
  /** More statuses with which something else than the API may answer. Default: none. */
  readonly open?: readonly number[];
}

/** The responses of an operation. The document shows no HTTP status and no Content-Type. */
export function responsesOf({ names, example, open = [] }: Answers): JsonSchema {
  const refs = names.map((name) => ({ $ref: schemaRef(name) }));
  const schema = refs.length === 1 ? refs[0] : { anyOf: refs };
  const statuses = [...NOT_OF_THE_API, ...open].toSorted((one, other) => one - other);
  return {
    default: {
      description:
        "A success or a rejection. `data` shows which; the document shows no status and no `code`.",
      content: {
        "application/json": { schema, ...(example !== undefined && { example }) },
        "*/*": { schema },
      },
    },
    ...Object.fromEntries(
      statuses.map((status) => [
        String(status),
        {
          description: "The API, or something in front of it that answers by itself.",
          content: { "*/*": { schema: {} } },
        },
      ]),
    ),
  };
}
