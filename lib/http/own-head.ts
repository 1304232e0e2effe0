import type { Socket } from "node:net";

/** What undici writes of its own in every POST without body, in one piece with the other headers. */
const EMPTY_LENGTH = "content-length: 0\r\n";
/** The end of a request line, where headers begin. */
const FIRST_HEADERS = " HTTP/1.1\r\n";
const CONTINUE = Buffer.from("HTTP/1.1 100");
/** Where the 1xx that undici passes over differs from 100, which it takes for an error. */
const LAST_DIGIT = CONTINUE.length - 1;
const EARLY_HINTS_DIGIT = "3".charCodeAt(0);

/** What undici does not write or read by itself. */
export interface OwnHead {
  /** A request without body says nothing of its length. */
  readonly withoutLength: boolean;
  /** A request says `Expect: 100-continue`, and the interim answer 100 is passed over. */
  readonly expectsContinue: boolean;
}

/** Lets what is written to a socket, and what is read from it, have a head of ours while that is wanted. */
export function ownHead(socket: Socket, wanted: () => OwnHead): void {
  const write: unknown = Reflect.get(socket, "write");
  const read: unknown = Reflect.get(socket, "read");
  if (typeof write !== "function" || typeof read !== "function") return;
  socket.write = (head: unknown, ...rest: readonly unknown[]) =>
    Boolean(
      Reflect.apply(write, socket, [typeof head === "string" ? rewritten(head, wanted()) : head, ...rest]),
    );
  socket.read = (...size: readonly unknown[]): unknown => {
    const bytes: unknown = Reflect.apply(read, socket, size);
    if (wanted().expectsContinue && Buffer.isBuffer(bytes)) passOverContinue(bytes);
    return bytes;
  };
}

function rewritten(head: string, { withoutLength, expectsContinue }: OwnHead): string {
  const unsaid = withoutLength ? head.replace(EMPTY_LENGTH, "") : head;
  return expectsContinue ? unsaid.replace(FIRST_HEADERS, `${FIRST_HEADERS}Expect: 100-continue\r\n`) : unsaid;
}

function passOverContinue(bytes: Buffer): void {
  if (bytes.subarray(0, CONTINUE.length).equals(CONTINUE)) bytes[LAST_DIGIT] = EARLY_HINTS_DIGIT;
}
