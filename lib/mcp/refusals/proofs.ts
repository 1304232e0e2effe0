import { describeMcpAnswer } from "../wire/shown-answer.ts";
import { headersOf, type McpAnswer, type McpRequest, withHeader } from "../wire/mcp-request.ts";
import { encodedValue, type Era } from "../wire/era.ts";
import type { Mcp } from "../service/mcp.ts";
import { writeOfReader, writeOfWriter } from "./shared-writes.ts";
import { withId } from "../wire/call-forms.ts";
import { doorsOf, type McpDoor, proveAt, refusalAt } from "./doors.ts";
import { failRequirement, throwInapplicable, throwInconclusive } from "./fails.ts";
import { NO_TOKEN, UNKNOWN_TOKEN } from "./offences.ts";
import { oncePerEra } from "../service/once-per-service.ts";
import { callRead } from "../service/tools.ts";
import type { HandshakeEra } from "../service/handshake-era.ts";

/** That the read tool can be called with the read-only token, and not by everybody. @throws {InconclusiveError} when it does */
export async function provenGuard(mcp: Mcp, era: Era, { unknown = true } = {}): Promise<void> {
  await proveAt(mcp, era, "tools/call");
  const readings = [
    ["without a token", readingWithoutToken],
    ...(unknown ? [["with a token that was never issued", readingWithUnknownToken] as const] : []),
  ] as const;
  for (const [how, read] of readings)
    if (mcp.succeeds(await read(mcp, era)))
      throwInconclusive(`Cannot be judged while the read tool can be called ${how} (${era.name}).`);
}

/** Proves that the read-write token writes, so that a write without effect has a meaning. */
export async function provenWrite(mcp: Mcp, era: Era): Promise<void> {
  const { answer, tookEffect } = await writeOfWriter(mcp, era);
  if (tookEffect) return;
  return throwInconclusive(
    `A write with the read-write token (${era.name}), which this check needs first, does not show in the read tool. It was answered ${describeMcpAnswer(answer)}.`,
  );
}

/**
 * Proves this, and that the read-only token of the profile does not write.
 * @throws {InconclusiveError} if it does
 */
export async function provenScope(mcp: Mcp, era: Era): Promise<void> {
  await provenWrite(mcp, era);
  if ((await writeOfReader(mcp, era)).tookEffect)
    return throwInconclusive(`Could not check this while the read-only token writes (${era.name}).`);
}

/** An id of digits that is a text. */
const TEXT_ID = "8";

/** The answer to a request of an unknown method. Its id is {@link TEXT_ID}. */
export const unknownMethodAnswer = oncePerEra(async (mcp: Mcp, era: Era): Promise<McpAnswer> =>
  mcp.send(withId(await era.request("conformance/no-such-method", {}, mcp.readOnly), TEXT_ID)),
);

export async function readingWithoutToken(mcp: Mcp, era: Era): Promise<McpAnswer> {
  return refusalAt(mcp, era, "tools/call", NO_TOKEN);
}

export async function readingWithUnknownToken(mcp: Mcp, era: Era): Promise<McpAnswer> {
  return refusalAt(mcp, era, "tools/call", UNKNOWN_TOKEN);
}

/** A form that a valid reading may have. Its result is the same. */
interface ReadingForm {
  /** For example `the scheme bearer to be as good as Bearer`. */
  readonly expected: string;
  readonly change: (valid: McpRequest) => McpRequest;
}

/** The forms that clients may choose. */
export const READING_FORMS = {
  scheme: (scheme: string): ReadingForm => ({
    expected: `the scheme ${scheme} to be as good as Bearer`,
    change: (valid) => {
      const [bearer = ""] = headersOf(valid, "authorization");
      return withHeader(valid, "Authorization", bearer.replace("Bearer", scheme));
    },
  }),
  id: (id: number | string): ReadingForm => ({
    expected: `a result with the id ${JSON.stringify(id)}`,
    change: (valid) => withId(valid, id),
  }),
  origin: ({ facts: { allowedOrigin } }: Mcp): ReadingForm => ({
    expected: "the allowed origin to be served",
    change: (valid) => (allowedOrigin === null ? valid : withHeader(valid, "Origin", allowedOrigin)),
  }),
  name: (tool: string): ReadingForm => ({
    expected: "a tool that is named in Base64 to be called",
    change: (valid) => withHeader(valid, "Mcp-Name", encodedValue(tool)),
  }),
};

/** Those that one reading of an era has together. */
function formsTogether(mcp: Mcp, { name }: Era): readonly ReadingForm[] {
  const { scheme, id, origin, name: encoded } = READING_FORMS;
  return name === "stateless"
    ? [scheme("bearer"), id("7"), origin(mcp), encoded(mcp.facts.read?.tool ?? "")]
    : [scheme("BEARER"), id(0), origin(mcp)];
}

const unusualReading = oncePerEra(async (mcp: Mcp, era: Era): Promise<McpAnswer> => {
  const valid = await callRead(mcp, era, mcp.readOnly);
  return mcp.send(formsTogether(mcp, era).reduce((request, { change }) => change(request), valid));
});

/** Checks that a reading in a form brings a result, alone or in one that is unusual in other ways too. @throws {Violation} */
export async function readsIn(mcp: Mcp, era: Era, { expected, change }: ReadingForm): Promise<void> {
  await proveAt(mcp, era, "tools/call");
  const isTogether = formsTogether(mcp, era).some((form) => form.expected === expected);
  if (isTogether && mcp.succeeds(await unusualReading(mcp, era))) return;
  const answer = await mcp.send(change(await callRead(mcp, era, mcp.readOnly)));
  if (!mcp.succeeds(answer)) failRequirement(`${expected} (${era.name})`, answer);
}

/** The statuses of a refusal that is one by HTTP. */
const REFUSED_FROM = 400;

/** A write with the read-only token that was refused by its status. @throws {InapplicableError} if it was not */
export const refusedWrite = oncePerEra(async (mcp: Mcp, era: Era): Promise<McpAnswer> => {
  await provenWrite(mcp, era);
  const { answer, tookEffect } = await writeOfReader(mcp, era);
  if (tookEffect) throwInconclusive("The write with the read-only token took effect.");
  if (answer.status >= REFUSED_FROM) return answer;
  return throwInapplicable(`A write beyond the scope is refused in the answer itself (${era.name}).`);
});

/** The doors that the stateless era defines headers and `_meta` for. @throws {InapplicableError} if the service has none */
export async function doorsOfStatelessEra(mcp: Mcp): Promise<readonly McpDoor[]> {
  return doorsOf(mcp, await statelessEraOf(mcp)).filter(({ type }) => type !== "notification");
}

/** @throws {InapplicableError} if the service does not speak it */
export async function statelessEraOf(mcp: Mcp): Promise<Era> {
  return (await mcp.stateless()) ?? throwInapplicable("The service does not speak the era without sessions.");
}

/** @throws {InapplicableError} if the service does not speak it */
export async function handshakeEraOf(mcp: Mcp): Promise<HandshakeEra> {
  return (await mcp.handshake()) ?? throwInapplicable("The service does not speak the era of the handshake.");
}

/** The era of the handshake, of a service that has sessions. @throws {InapplicableError} if it has none */
export async function eraWithSessions(mcp: Mcp): Promise<HandshakeEra> {
  const era = await handshakeEraOf(mcp);
  if ((await era.sessionId(mcp.readOnly)) !== undefined) return era;
  return throwInapplicable("The service has no sessions.");
}
