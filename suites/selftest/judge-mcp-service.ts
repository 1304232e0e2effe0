import { openSession } from "../../lib/session/session.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { referenceMcp } from "../../lib/cli/run/embedded-reference.ts";
import { areaOf } from "../../lib/engine/requirement/catalogue.ts";
import type { Judgement } from "../../lib/engine/record/result.ts";
import type { Transport, WireAnswer, WireRequest } from "../../lib/http/transport.ts";
import type { McpFacts } from "../../lib/profile/schema/mcp-schema.ts";
import type { Choices } from "../../lib/reference/choices.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { inProcessTransport } from "./in-process-transport.ts";
import { profiles } from "./judge-target.ts";
import { virtualClock } from "./virtual-clock.ts";

/** Where the service is: no request leaves this process. */
const HOME = "https://mcp.issuer.example";
/** Answers of strangers. */
export const CREDENTIALS = "instance-credentials-AKIA5XAMPLE";

/** Changes an answer on its way; the request that it answers has its path. */
export type Change = (answer: WireAnswer, request: WireRequest) => WireAnswer;

/** The same change of each text of an answer. */
export function ofTexts(change: (text: string) => string): Change {
  return (answer) => {
    const headers = answer.headers.map(([name, value]) => [name, change(value)] as const);
    const isText = !/event-stream/.test(String(headers.flat()));
    return {
      ...answer,
      headers,
      body: isText ? Buffer.from(change(Buffer.from(answer.body).toString())) : answer.body,
    };
  };
}

/** A service whose answers were changed on their way, and a run that judged it. */
export async function judgeMcpService(
  change: Change,
  facts: Partial<McpFacts> = {},
  choices: Partial<Choices> = {},
) {
  const known = profiles["api-key"];
  const mcp = { ...known.mcp, url: `${HOME}/mcp`, ...facts };
  const profile = { ...known, baseUrl: HOME, mcp };
  const options = referenceMcp(profile);
  const reference = createReference({
    merchants: profile.merchants,
    choices,
    ...(options && { mcp: options }),
  });
  const way = changed(inProcessTransport(reference), change);
  const setup = { profile, depth: "quick", seed: 1, runId: "cc-selftest00" } as const;
  const session = await openSession(setup, [], { transport: way.transport, clock: virtualClock() });
  const judgements: Judgement[] = [];
  for (const one of catalogue.requirements.filter(({ id }) => catalogue.groups.get(areaOf(id)) === "mcp"))
    judgements.push(await session.judge(one));
  await session.close();
  const results = judgements.map(({ result }) => result).filter((result) => "verdict" in result);
  return {
    strangers: way.strangers,
    text: JSON.stringify(judgements),
    failed: results.filter(({ verdict }) => verdict === "failed").map(({ requirement }) => requirement),
    errored: results.filter(({ verdict }) => verdict === "errored"),
    uncovered: results.filter(({ verdict }) => verdict === "uncovered"),
    of: (id: string) => results.find(({ requirement }) => requirement === id),
  };
}

/** Everything that is not at home is noted, and answered with what must not be shown. */
function changed(home: Transport, change: Change) {
  const strangers: WireRequest[] = [];
  const transport: Transport = {
    close: async () => home.close(),
    async send(request): Promise<WireAnswer> {
      if (request.origin !== undefined && request.origin !== HOME) {
        strangers.push(request);
        const headers = [
          ["Content-Type", "application/json"],
          ["X-Instance", CREDENTIALS],
        ] as const;
        return { status: 200, headers, body: Buffer.from(JSON.stringify({ AccessKeyId: CREDENTIALS })) };
      }
      return change(await home.send(request), request);
    },
  };
  return { transport, strangers };
}
