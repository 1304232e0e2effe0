const MAPPED = /^::ffff:(?=\d+\.)/i;
const GROUPS = 8;
/** One client of IPv6 can use all addresses of its 64-bit network. */
const GROUPS_OF_A_NETWORK = 4;

/** The address of a client, or the network of an IPv6 client. */
export function networkOf(address: string): string {
  const plain = address.replace(MAPPED, "");
  if (!plain.includes(":")) return plain;
  const [left = "", right] = plain.split("::");
  const [before, after] = [groupsIn(left), groupsIn(right ?? "")];
  const between = right === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length);
  const groups = [...before, ...Array.from({ length: between }, () => "0"), ...after];
  return groups.slice(0, GROUPS_OF_A_NETWORK).join(":");
}

function groupsIn(text: string): readonly string[] {
  return text === "" ? [] : text.split(":");
}
