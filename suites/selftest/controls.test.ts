import { expect, test } from "vitest";
import type { Cause } from "../../lib/api/diagnosis/diagnosis.ts";
import { runVerdict } from "../../lib/engine/settle/run-verdict.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith, judgeTarget } from "./judge-target.ts";
import type { Transport, WireRequest } from "../../lib/http/transport.ts";

/** A target that looks at no more of a request than its path, or not even at that. */
interface Control {
  readonly name: string;
  readonly transport: () => Transport;
}

const CONFIGURATION = {
  id: 1,
  merchantId: "merchant-1",
  callbackUrl: "https://callback.conformance.example/",
  eventTypes: '["TRANSACTION"]',
  status: 1,
  retryCount: 3,
  createTime: "2026-01-02T03:04:05Z",
  updateTime: "2026-01-02T03:04:05Z",
};
const SCRIPT = [true, CONFIGURATION, true, { ...CONFIGURATION, status: 0 }];

const controls: readonly Control[] = [
  control("refuses everything", () => envelope(undefined)),
  control("accepts everything", ({ path }) => envelope(path.endsWith("query") ? CONFIGURATION : true)),
  control("answers from a script", (_request, turn) => envelope(SCRIPT[turn % SCRIPT.length])),
  control("answers what the operation expects, with an empty configuration", ({ path }) =>
    envelope(path.endsWith("query") ? {} : true),
  ),
  control("echoes", ({ body }) => body ?? Buffer.from("{}")),
  control("echoes in an envelope", ({ body }) => envelope(parsed(body))),
];

function control(name: string, answer: (request: WireRequest, turn: number) => Uint8Array): Control {
  return {
    name,
    transport: () => {
      let turn = 0;
      return {
        send: async (request) => ({
          status: 200,
          headers: [["content-type", "application/json"]],
          body: answer(request, turn++),
        }),
        close: async () => undefined,
      };
    },
  };
}

function envelope(data: unknown): Uint8Array {
  return Buffer.from(JSON.stringify({ code: 0, msg: "ok", message: "ok", data }));
}

function parsed(body: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(body ?? []).toString("utf8"));
  } catch {
    return undefined;
  }
}

const MODES = ["api-key", "signed"] as const;

/** Of these a run says that nothing valid is accepted, and judges nothing. */
const UNVISITED: Readonly<Record<string, Readonly<Record<(typeof MODES)[number], Cause>>>> = {
  "refuses everything": { "api-key": "unknown-key", signed: "credentials-refused" },
  echoes: { "api-key": "no-envelope", signed: "no-envelope" },
  "echoes in an envelope": { "api-key": "unknown-key", signed: "credentials-refused" },
};

/** The checks that pass, by control and mode. */
const passed: string[] = [];

test.for(controls.flatMap((one) => MODES.map((mode) => [one.name, mode, one] as const)))(
  "a server that %s is not conformant in %s mode, or nothing of it is judged",
  async ([name, mode, { transport }]) => {
    const report = await judgeTarget(transport, { mode });
    expect(report.cause).toBe(UNVISITED[name]?.[mode]);
    expect(runVerdict(report.checks)).toBe("non-conformant");
    expect(idsWith(report, "errored")).toEqual([]);
    passed.push(`${name}, ${mode}: ${idsWith(report, "passed").toSorted().join(", ")}`);
  },
);

test("the checks that pass at each control are the same as before", async () => {
  await expect(`${passed.join("\n")}\n`).toMatchFileSnapshot("./controls.txt");
});

test.for(MODES)("the correct server is conformant in %s mode, as far as there are checks", async (mode) => {
  expect(runVerdict((await judgeReference({ mode })).checks)).toBe("conformant-partial");
});
