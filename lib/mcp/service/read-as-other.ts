import type { Caller, McpAnswer } from "../wire/mcp-request.ts";
import type { Era } from "../wire/era.ts";
import {
  isRpcObject,
  listOf,
  memberOf,
  parseJson,
  responseTo,
  resultOf,
  type RpcObject,
} from "../wire/rpc.ts";
import type { Mcp } from "./mcp.ts";
import { callTool, isShown, readAlone } from "./tools.ts";

export interface OtherReading {
  /** For example `with arguments that name the first merchant`. */
  readonly how: string;
  readonly answer: McpAnswer;
  /** Whether it shows what the first merchant has written. */
  readonly showsWrite: boolean;
  /** Whether the token of the other merchant was refused. Then nothing follows. */
  readonly isRefused?: boolean;
}

/** Members and arguments that name the owner of data. */
const OWNER = /^(?:merchant|account|user|owner|tenant|customer|organi[sz]ation)(?:_?id|_?name)?$/i;

/**
 * Reads with the token of another merchant while a write shows: as the first merchant does, and with arguments that name the
 * first merchant as its own readings do.
 */
export async function readAsOther(
  mcp: Mcp,
  era: Era,
  shows: string,
  reading: McpAnswer,
): Promise<readonly OtherReading[]> {
  const { read } = mcp.facts;
  const other = otherMerchant(mcp);
  const found = (how: string, answer: McpAnswer) => ({ how, answer, showsWrite: isShown(answer, shows) });
  const plain = await readAlone(mcp, era, other, { isProbe: false });
  if (plain.status !== 200 || responseTo(plain) === undefined)
    return [{ ...found("as it is", plain), isRefused: true }];
  const owners = Object.fromEntries([...ownersIn(claimsOf(mcp)), ...ownersIn(contentOf(reading))]);
  if (read === null || Object.keys(owners).length === 0) return [found("as it is", plain)];
  const call = { tool: read.tool, arguments: { ...read.arguments, ...owners } };
  const named = await mcp.send({ ...(await callTool(era, call, other)), isProbe: true });
  return [found("as it is", plain), found("with arguments that name the first merchant", named)];
}

/** Whether another merchant is shown the text of a write of the profile though nothing of the first one shows. */
export async function showsOtherAnyway(mcp: Mcp, era: Era): Promise<boolean> {
  const { write } = mcp.facts;
  const plain = await readAlone(mcp, era, otherMerchant(mcp), { isProbe: false });
  return write !== null && isShown(plain, write.shows);
}

function otherMerchant({ facts }: Mcp): Caller {
  return { name: "other merchant", token: facts.otherMerchantToken ?? undefined };
}

/** The structured content of a reading, and its texts that are JSON. */
function contentOf(reading: McpAnswer): unknown {
  const { structuredContent, content } = resultOf(reading) ?? {};
  const texts = listOf(content).map((one) => parseJson(String(memberOf(one, "text"))));
  return [structuredContent, ...texts];
}

/** The user of a JSON Web Token, which a service may take for the id of its merchant. */
function claimsOf({ readOnly: { token = "" } }: Mcp): RpcObject {
  const claims = parseJson(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  return { merchantId: memberOf(claims, "sub") };
}

function ownersIn(value: unknown): readonly (readonly [name: string, owner: string | number])[] {
  if (Array.isArray(value)) return value.flatMap(ownersIn);
  if (!isRpcObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    (typeof one === "string" || typeof one === "number") && OWNER.test(name)
      ? [[name, one] as const]
      : ownersIn(one),
  );
}
