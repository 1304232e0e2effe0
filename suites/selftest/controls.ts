import type { Transport, WireRequest } from "../../lib/http/transport.ts";

/** A target that looks at no more of a request than its path, or not even at that. */
export interface Control {
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

export const controls: readonly Control[] = [
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
