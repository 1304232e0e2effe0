import { expect, test } from "vitest";
import { listening } from "../../../lib/cli/testing/listening.ts";
import type { Transport } from "../../../lib/http/transport.ts";
import { undiciTransport } from "../../../lib/http/undici-transport.ts";
import { idsWith, judgeTarget, type Target } from "../judge-target.ts";
import { remarkLine } from "../remark-line.ts";
import { type Framework, frameworks } from "./frameworks.ts";
import { createService } from "./service.ts";

const remarked: string[] = [];
const TIMEOUT_MS = 10_000;

/** A service over a socket. Its times are those of its Date header. */
function served(framework: Framework): Target {
  return (profile) => {
    const running = started(framework, createService(profile, Date.now));
    return {
      send: async (request) => (await running).send(request),
      close: async () => (await running).close(),
    };
  };
}

async function started(framework: Framework, service: Parameters<Framework>[0]): Promise<Transport> {
  const port = await listening(await framework(service));
  return undiciTransport({ baseUrl: `http://127.0.0.1:${port}`, timeoutMs: TIMEOUT_MS });
}

test.for(Object.entries(frameworks))("a service on %s is not accused", async ([name, framework]) => {
  const report = await judgeTarget(served(framework), { depth: "quick" });
  remarked.push(...remarkLine(name, report));
  expect({
    failed: idsWith(report, "failed"),
    errored: idsWith(report, "errored"),
    inconclusive: idsWith(report, "inconclusive"),
    cause: report.cause,
  }).toEqual({ failed: [], errored: [], inconclusive: [], cause: undefined });
});

test("the checks that warn about a framework are the same as before", async () => {
  await expect(`${remarked.join("\n")}\n`).toMatchFileSnapshot("./frameworks.txt");
});
