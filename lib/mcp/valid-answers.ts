import { withId } from "./changed-body.ts";
import type { McpAnswer, McpRequest } from "./door.ts";
import type { Era } from "./era.ts";
import type { Mcp } from "./mcp.ts";
import { oncePerEra } from "./once-per-service.ts";
import { callRead } from "./tools.ts";

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
