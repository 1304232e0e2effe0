/** Behind every text, so that it is no id of anything. */
const NO_SUCH = "-none";
/** Added to every integer, so that it is no id, and no page that holds anything. */
const FAR = 1_000_000_000;

/** A body that asks for what there is not: another record, or a page behind the last; undefined: it names none. */
export function otherBody(body: Uint8Array | undefined): Uint8Array | undefined {
  if (body === undefined) return undefined;
  const text = Buffer.from(body).toString();
  const other = JSON.stringify(JSON.parse(text, (_, value: unknown) => elsewhere(value)));
  return other === text ? undefined : Buffer.from(other);
}

function elsewhere(value: unknown): unknown {
  if (typeof value === "string") return `${value}${NO_SUCH}`;
  return typeof value === "number" && Number.isSafeInteger(value) ? value + FAR : value;
}
