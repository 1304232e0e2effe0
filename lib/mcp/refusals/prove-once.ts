import { InapplicableError, InconclusiveError } from "../../engine/record/verdict.ts";
import { describeMcpAnswer } from "../wire/shown-answer.ts";
import { type McpAnswer, type McpRequest, withHeader } from "../wire/mcp-request.ts";
import { encodedValue, type Era } from "../wire/era.ts";
import type { Mcp } from "../service/mcp.ts";
import { writeOfReader, writeOfWriter } from "./shared-writes.ts";
import { withId } from "../wire/call-forms.ts";
import { doorsOf, type McpDoor, NO_TOKEN, readingDoor, UNKNOWN_TOKEN, wrongAnswer } from "./doors.ts";
import { oncePerEra } from "../service/once-per-service.ts";
import { callRead } from "../service/tools.ts";
import { responseTo } from "../wire/rpc.ts";
import type { HandshakeEra } from "../service/handshake-era.ts";

/**
 * Proves once in a run that a valid request of a kind succeeds, so that a rejection of an invalid one has a
 * meaning.
 * @throws {InconclusiveError} if it does not
 */
export async function proveOnce(mcp: Mcp, kind: string, ask: () => Promise<McpAnswer>): Promise<void> {
  await mcp.once(kind, async () => {
    const answer = await ask();
    if (mcp.succeeds(answer)) return;
    throw new InconclusiveError(
      `A valid ${kind}, which this check needs first, was answered ${describeMcpAnswer(answer)}.`,
    );
  });
}

/** Proves that the read tool can be called with the read-only token. Rejections are compared with it. */
export async function provenReading(mcp: Mcp, era: Era): Promise<void> {
  await proveOnce(mcp, `call of the read tool with the read-only token (${era.name})`, async () =>
    validReading(mcp, era),
  );
}

/** That the tools are listed for the read-only token, which refusals are compared with. */
export async function provenList(mcp: Mcp, era: Era): Promise<void> {
  await proveOnce(mcp, `tools/list with the read-only token (${era.name})`, async () =>
    validListing(mcp, era),
  );
}

/** That the read tool can be called with the read-only token, and not by everybody. @throws {InconclusiveError} when it does */
export async function provenGuard(mcp: Mcp, era: Era, { unknown = true } = {}): Promise<void> {
  await provenReading(mcp, era);
  await isGuarded(mcp, era, readingWithoutToken, "without a token");
  if (unknown) await isGuarded(mcp, era, readingWithUnknownToken, "with a token that was never issued");
}

/** @throws {InconclusiveError} when the read tool can be called so */
async function isGuarded(
  mcp: Mcp,
  era: Era,
  read: (mcp: Mcp, era: Era) => Promise<McpAnswer>,
  how: string,
): Promise<void> {
  if (!mcp.succeeds(await read(mcp, era))) return;
  throw new InconclusiveError(`Cannot be judged while the read tool can be called ${how} (${era.name}).`);
}

/** Proves that the read-write token writes, so that a write without effect has a meaning. */
export async function provenWrite(mcp: Mcp, era: Era): Promise<void> {
  const { answer, tookEffect } = await writeOfWriter(mcp, era);
  if (tookEffect) return;
  throw new InconclusiveError(
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
    throw new InconclusiveError(`Could not check this while the read-only token writes (${era.name}).`);
}

/** The answer to a valid first request of an era. */
export const validOpening = oncePerEra(
  async (mcp: Mcp, era: Era): Promise<McpAnswer> => mcp.openingOf(era) ?? mcp.send(era.opening(mcp.readOnly)),
);

/** The answer to a valid notification. Opening a session sends one. */
export const validNotification = oncePerEra(async (mcp: Mcp, era: Era): Promise<McpAnswer> => {
  const request = await era.notification(mcp.readOnly);
  const isSame = ({ label, caller, isProbe }: McpRequest) =>
    label === request.label && caller === request.caller && isProbe !== true;
  return mcp.answers.find((answer) => isSame(answer.request)) ?? mcp.send(request);
});

/** The answer to a valid request for the list of tools, with the read-only token. */
export const validListing = oncePerEra(async (mcp: Mcp, era: Era): Promise<McpAnswer> =>
  mcp.send(await era.request("tools/list", {}, mcp.readOnly)),
);

/** An id of digits that is a text. */
export const TEXT_ID = "8";

/** The answer to a request of an unknown method. Its id is {@link TEXT_ID}. */
export const unknownMethodAnswer = oncePerEra(async (mcp: Mcp, era: Era): Promise<McpAnswer> =>
  mcp.send(withId(await era.request("conformance/no-such-method", {}, mcp.readOnly), TEXT_ID)),
);

/** The answer to a valid call of the read tool, with the read-only token. */
export const validReading = oncePerEra(async (mcp: Mcp, era: Era): Promise<McpAnswer> =>
  mcp.send(await callRead(mcp, era, mcp.readOnly)),
);

/** The answer to a call of the read tool without a token. */
export async function readingWithoutToken(mcp: Mcp, era: Era): Promise<McpAnswer> {
  return wrongAnswer(mcp, readingDoor(mcp, era), NO_TOKEN);
}

/** The answer to a call of the read tool with a token that was never issued. */
export async function readingWithUnknownToken(mcp: Mcp, era: Era): Promise<McpAnswer> {
  return wrongAnswer(mcp, readingDoor(mcp, era), UNKNOWN_TOKEN);
}

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

/** The statuses of a refusal that is one by HTTP. */
const REFUSED_FROM = 400;

/** A write with the read-only token that was refused by its status. @throws {InapplicableError} if it was not */
export const refusedWrite = oncePerEra(async (mcp: Mcp, era: Era): Promise<McpAnswer> => {
  await provenWrite(mcp, era);
  const { answer, tookEffect } = await writeOfReader(mcp, era);
  if (tookEffect) throw new InconclusiveError("The write with the read-only token took effect.");
  if (answer.status >= REFUSED_FROM) return answer;
  throw new InapplicableError(`A write beyond the scope is refused in the answer itself (${era.name}).`);
});

/** The doors that the stateless era defines headers and `_meta` for. @throws {InapplicableError} if the service has none */
export async function doorsOfStatelessEra(mcp: Mcp): Promise<readonly McpDoor[]> {
  return doorsOf(mcp, await statelessEraOf(mcp)).filter(({ type }) => type !== "notification");
}

/** @throws {InapplicableError} if the service does not speak it */
export async function statelessEraOf(mcp: Mcp): Promise<Era> {
  const era = await mcp.stateless();
  if (era !== undefined) return era;
  throw new InapplicableError("The service does not speak the era without sessions.");
}

/** @throws {InapplicableError} if the service does not speak it */
export async function handshakeEraOf(mcp: Mcp): Promise<HandshakeEra> {
  const era = await mcp.handshake();
  if (era !== undefined) return era;
  throw new InapplicableError("The service does not speak the era of the handshake.");
}

/** The era of the handshake, of a service that has sessions. @throws {InapplicableError} if it has none */
export async function eraWithSessions(mcp: Mcp): Promise<HandshakeEra> {
  const era = await handshakeEraOf(mcp);
  if ((await era.sessionId(mcp.readOnly)) !== undefined) return era;
  throw new InapplicableError("The service has no sessions.");
}
