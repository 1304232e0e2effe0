import type { Socket } from "node:net";

/** What undici writes of its own in every POST without body, in one piece with the other headers. */
const EMPTY_LENGTH = "content-length: 0\r\n";

/** Lets what is written to a socket say nothing of an empty body, while that is wanted. */
export function mayLeaveOutLength(socket: Socket, isWanted: () => boolean): void {
  const write: unknown = Reflect.get(socket, "write");
  if (typeof write !== "function") return;
  socket.write = (head: unknown, ...rest: readonly unknown[]) =>
    Boolean(Reflect.apply(write, socket, [isWanted() ? withoutLength(head) : head, ...rest]));
}

function withoutLength(head: unknown): unknown {
  return typeof head === "string" ? head.replace(EMPTY_LENGTH, "") : head;
}
