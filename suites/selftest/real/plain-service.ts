import type { Transport, WireAnswer, WireRequest } from "../../../lib/http/transport.ts";
import type { Target } from "../judge-target.ts";
import { createService, enveloped, type Service, UNAUTHORIZED } from "./service.ts";
import type { Validator } from "./validators.ts";

const PREFIX = "/abc/v1/webhook/";

/** The three operations in api-key mode around a validator of callback URLs, and nothing else. */
export function plainService(validator: Validator): Target {
  return (profile, clock) => {
    const service = createService(profile, clock.now);
    const transport: Transport = {
      send: async (request) => answerTo(request, service, validator),
      close: async () => undefined,
    };
    return transport;
  };
}

async function answerTo(
  { method, path, headers, body = new Uint8Array() }: WireRequest,
  service: Service,
  validator: Validator,
): Promise<WireAnswer> {
  const key = headers.filter(([name]) => name.toLowerCase() === "x-api-key").at(-1)?.[1];
  const owner = service.ownerOf(key);
  const [address = ""] = path.split("?");
  if (owner === undefined) return json(401, UNAUTHORIZED);
  if (method !== "POST" || !address.startsWith(PREFIX)) return json(404, enveloped(undefined).body);
  const operation = address.slice(PREFIX.length);
  const data = await performed(service, owner, { operation, body: Buffer.from(body).toString(), validator });
  const { status, body: answer } = enveloped(data);
  return json(status, answer);
}

async function performed(
  service: Service,
  owner: string,
  {
    operation,
    body,
    validator,
  }: { readonly operation: string; readonly body: string; readonly validator: Validator },
): Promise<unknown> {
  if (operation === "query") return service.query(owner);
  if (operation === "disable") return service.disable(owner);
  const callbackUrl = operation === "register" ? await validator(urlIn(body)) : undefined;
  return callbackUrl === undefined ? undefined : service.register(owner, callbackUrl);
}

function json(status: number, value: object): WireAnswer {
  return {
    status,
    headers: [["content-type", "application/json"]],
    body: Buffer.from(JSON.stringify(value)),
  };
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
