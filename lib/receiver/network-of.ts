const MAPPED = /^::ffff:(?=\d+\.)/i;
const GROUPS = 8;
/** One client of IPv6 has as many addresses as it likes in its network of 64 bits. */
const GROUPS_OF_A_NETWORK = 4;

/** The address of a client; of one of IPv6, its network. */
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
