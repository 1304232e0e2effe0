import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { AnswerStep } from "./answer-plan.ts";

/** A hanging answer ends with the connection: when the sender gives up, or after this time. */
const MAX_HANG_MS = 120_000;

/** Sends the planned answer. A plan without an answer ends the connection. */
export async function carryOut(step: AnswerStep, response: ServerResponse): Promise<void> {
  const { status, headers = {}, body = "", delayMs = 0, ending } = step;
  const { socket } = response;
  if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
  if (ending === undefined) {
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
    response.end(body);
    return;
  }
  if (ending === "hang") await sleep(MAX_HANG_MS, undefined, { ref: false });
  if (ending === "close-within") {
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) + 1 });
    await new Promise((written) => response.write(body === "" ? " " : body, written));
  }
  if (ending === "reset") socket?.resetAndDestroy();
  else socket?.destroy();
}
