import { BlockList, isIPv4 } from "node:net";

/** A special kind of address that is not an ordinary one of the internet. */
export type AddressKind =
  | "loopback"
  | "private"
  | "link-local"
  | "unspecified"
  | "shared"
  | "multicast"
  | "reserved"
  | "translated";

/** Networks of IPv4. Each also applies to the IPv6 addresses that contain it. */
const IPV4: Readonly<Partial<Record<AddressKind, readonly string[]>>> = {
  loopback: ["127.0.0.0/8"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"],
  "link-local": ["169.254.0.0/16"],
  unspecified: ["0.0.0.0/8"],
  shared: ["100.64.0.0/10"],
  multicast: ["224.0.0.0/4"],
  reserved: [
    "192.0.0.0/24",
    "192.0.2.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "240.0.0.0/4",
  ],
};
const IPV6: Readonly<Partial<Record<AddressKind, readonly string[]>>> = {
  loopback: ["::1/128"],
  private: ["fc00::/7", "fec0::/10"],
  "link-local": ["fe80::/10"],
  unspecified: ["::/128"],
  multicast: ["ff00::/8"],
  reserved: ["100::/64", "2001:db8::/32", "3fff::/20"],
  translated: ["::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16"],
};
/** The prefix of IPv6 addresses that map IPv4, or that a gateway translates (RFC 4291 and 6052). */
const BEFORE_IPV4 = ["::ffff:", "64:ff9b::"] as const;
const BITS_BEFORE_IPV4 = 96;
const KINDS = [
  "loopback",
  "private",
  "link-local",
  "unspecified",
  "shared",
  "multicast",
  "reserved",
  "translated",
] as const satisfies readonly AddressKind[];

/** Separate lists: a single one would find each address of IPv4 as a mapped one too. */
const lists = { ipv4: listsOf(listOfIpv4), ipv6: listsOf(listOfIpv6) } as const;

/** The special kind of an IP address. Undefined: an ordinary address of the internet. */
export function addressKinds(address: string): readonly AddressKind[] {
  const family = isIPv4(address) ? "ipv4" : "ipv6";
  return KINDS.filter((kind) => lists[family].get(kind)?.check(address, family) === true);
}

function listsOf(make: (kind: AddressKind) => BlockList): ReadonlyMap<AddressKind, BlockList> {
  return new Map(KINDS.map((kind) => [kind, make(kind)]));
}

function listOfIpv4(kind: AddressKind): BlockList {
  const list = new BlockList();
  for (const [network, bits] of (IPV4[kind] ?? []).map(parted)) list.addSubnet(network, bits, "ipv4");
  return list;
}

function listOfIpv6(kind: AddressKind): BlockList {
  const list = new BlockList();
  for (const [network, bits] of (IPV6[kind] ?? []).map(parted)) list.addSubnet(network, bits, "ipv6");
  for (const [network, bits] of (IPV4[kind] ?? []).map(parted))
    for (const before of BEFORE_IPV4) list.addSubnet(`${before}${network}`, BITS_BEFORE_IPV4 + bits, "ipv6");
  return list;
}

function parted(subnet: string): [network: string, bits: number] {
  const [network = "", bits = ""] = subnet.split("/");
  return [network, Number(bits)];
}
