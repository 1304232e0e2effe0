/** An answer to one request has few events. Further ones are not read. */
const MAX_EVENTS = 10_000;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const LINE_END = /\r\n|[\r\n]/;
const DATA = "data:";

/** Finds the events of a stream (text/event-stream) while it arrives. It looks at each byte once. */
export class EventReader {
  #seen = 0;
  #eventStart = 0;
  #lineStart = 0;
  #isAfterReturn = false;
  #events = 0;

  /**
   * Returns the data of the events that have ended since the last call.
   * @param soFar the stream from its beginning
   */
  next(soFar: Uint8Array): readonly string[] {
    const found: string[] = [];
    for (; this.#seen < soFar.length && this.#events < MAX_EVENTS; this.#seen += 1) {
      if (!this.#isEventEnd(soFar[this.#seen])) continue;
      const data = dataOf(textOf(soFar, this.#eventStart, this.#seen));
      this.#eventStart = this.#seen + 1;
      if (data === undefined) continue;
      this.#events += 1;
      found.push(data);
    }
    return found;
  }

  /** Whether this byte ends an empty line. A line feed behind a carriage return belongs to the line before. */
  #isEventEnd(byte: number | undefined): boolean {
    const isLineEnd = byte === LINE_FEED || byte === CARRIAGE_RETURN;
    const isSecondOfTwo = byte === LINE_FEED && this.#isAfterReturn;
    this.#isAfterReturn = byte === CARRIAGE_RETURN;
    if (!isLineEnd) return false;
    const isEmpty = this.#lineStart === this.#seen;
    this.#lineStart = this.#seen + 1;
    return isEmpty && !isSecondOfTwo;
  }
}

/** The data of each event of a whole stream. The last event may lack its empty line. */
export function eventsIn(stream: string): readonly string[] {
  return new EventReader().next(Buffer.from(`${stream}\n\n`));
}

/** Whether a stream ends before the empty line of its last event: clients drop that event. */
export function endsInEvent(stream: string): boolean {
  return eventsIn(stream).length > new EventReader().next(Buffer.from(stream)).length;
}

/** The text of an event. A byte order mark at the beginning of a stream is no part of it. */
function textOf(stream: Uint8Array, start: number, end: number): string {
  const text = Buffer.from(stream.buffer, stream.byteOffset + start, end - start).toString("utf8");
  return start === 0 ? text.replace(/^\uFEFF/, "") : text;
}

/** The data of an event, undefined: it has none. */
function dataOf(event: string): string | undefined {
  const lines = event.split(LINE_END).filter((line) => line.startsWith(DATA));
  const values = lines.map((line) => line.slice(DATA.length).replace(/^ /, ""));
  return values.length === 0 ? undefined : values.join("\n");
}
