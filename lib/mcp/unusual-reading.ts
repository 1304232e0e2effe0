import { withId } from "./changed-body.ts";
import { type McpAnswer, withHeader } from "./door.ts";
import type { Era } from "./era.ts";
import type { Mcp } from "./mcp.ts";
import { oncePerEra } from "./once-per-service.ts";
import { responseTo } from "./rpc.ts";
import { encodedValue } from "./stateless-era.ts";
import { callRead } from "./tools.ts";

/** The scheme of an Authorization header and the id of a message, as clients may write them. */
const UNUSUAL = {
  stateless: { scheme: "bearer", id: "7" },
  handshake: { scheme: "BEARER", id: 0 },
} as const;

/** A form that a reading may have. Its result is the same. */
export type Unusual = "an allowed origin" | "an encoded name" | { scheme: string } | { id: number | string };

/**
 * A valid reading that is unusual in every way that the era allows. If it brings a result, then a reading that is unusual
 * in one of these ways does so too.
 */
const unusualReading = oncePerEra(async (mcp: Mcp, era: Era): Promise<McpAnswer> => {
  const { scheme, id } = UNUSUAL[era.name];
  const request = withId(await callRead(mcp, era, mcp.readOnly), id);
  const authorized = withHeader(request, "Authorization", `${scheme} ${mcp.readOnly.token ?? ""}`);
  const { allowedOrigin, read } = mcp.facts;
  const fromPage = allowedOrigin === null ? authorized : withHeader(authorized, "Origin", allowedOrigin);
  return mcp.send(
    era.name === "stateless" ? withHeader(fromPage, "Mcp-Name", encodedValue(read?.tool ?? "")) : fromPage,
  );
});

/** Whether the run has seen a reading with this bring a result, beside other unusual forms. */
export async function isReadAmongOthers(mcp: Mcp, era: Era, unusual: Unusual): Promise<boolean> {
  const { scheme, id } = UNUSUAL[era.name];
  if (typeof unusual === "object" && "scheme" in unusual && unusual.scheme !== scheme) return false;
  if (typeof unusual === "object" && "id" in unusual && unusual.id !== id) return false;
  const answer = await unusualReading(mcp, era);
  return mcp.succeeds(answer) && responseTo(answer, id)?.result !== undefined;
}
