import type { Transport, WireAnswer, WireRequest } from "../../../lib/http/transport.ts";
import type { Target } from "../judge-target.ts";
import type { Validator } from "./validators.ts";

interface Row {
  readonly id: number;
  readonly merchantId: string;
  readonly callbackUrl: string;
  readonly eventTypes: string;
  readonly status: 0 | 1;
  readonly retryCount: number;
  readonly createTime: string;
  readonly updateTime: string;
}

const PREFIX = "/abc/v1/webhook/";

/** The three operations in api-key mode around a validator of callback URLs, and nothing else. */
export function plainService(validator: Validator): Target {
  return ({ merchants }, clock) => {
    const rows = new Map<string, Row>();
    const now = () => new Date(clock.now()).toISOString();

    function perform(operation: string, merchantId: string, body: string): unknown {
      const row = rows.get(merchantId);
      if (operation === "query") return row;
      if (operation === "disable") {
        if (row !== undefined) rows.set(merchantId, { ...row, status: 0, updateTime: now() });
        return row === undefined ? undefined : true;
      }
      const callbackUrl = operation === "register" ? validator(urlIn(body)) : undefined;
      if (callbackUrl === undefined) return undefined;
      const created = { id: rows.size + 1, merchantId, retryCount: 3, eventTypes: "[]", createTime: now() };
      rows.set(merchantId, { ...(row ?? created), callbackUrl, status: 1, updateTime: now() });
      return true;
    }

    function answerTo({ method, path, headers, body = new Uint8Array() }: WireRequest): WireAnswer {
      const key = headers.filter(([name]) => name.toLowerCase() === "x-api-key").at(-1)?.[1];
      const owner = merchants.find(({ apiKey }) => apiKey === key);
      const [address = ""] = path.split("?");
      if (owner === undefined) return envelope(401);
      if (method !== "POST" || !address.startsWith(PREFIX)) return envelope(404);
      const data = perform(address.slice(PREFIX.length), owner.name, Buffer.from(body).toString());
      return data === undefined ? envelope(400) : envelope(200, data);
    }

    const transport: Transport = {
      send: async (request) => answerTo(request),
      close: async () => undefined,
    };
    return transport;
  };
}

function envelope(status: number, data?: unknown): WireAnswer {
  const text = status === 200 ? "ok" : "refused";
  const body = JSON.stringify({ code: status, msg: text, message: text, data });
  return { status, headers: [["content-type", "application/json"]], body: Buffer.from(body) };
}

/** The callbackUrl of a body that is a JSON object. */
function urlIn(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && "callbackUrl" in value
      ? value.callbackUrl
      : undefined;
  } catch {
    return undefined;
  }
}
