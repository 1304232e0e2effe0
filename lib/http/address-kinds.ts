import { BlockList, isIPv4 } from "node:net";

/** Kind, networks of IPv4, networks of IPv6. Those of IPv4 also apply to the IPv6 addresses that contain them. */
const NETWORKS = [
  ["loopback", "127.0.0.0/8", "::1/128"],
  ["private", "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16", "fc00::/7 fec0::/10"],
  ["link-local", "169.254.0.0/16", "fe80::/10"],
  ["unspecified", "0.0.0.0/8", "::/128"],
  ["shared", "100.64.0.0/10", ""],
  ["multicast", "224.0.0.0/4", "ff00::/8"],
  [
    "reserved",
    "192.0.0.0/24 192.0.2.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4",
    "100::/64 2001:db8::/32 3fff::/20",
  ],
  ["translated", "", "::/96 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 2001::/32 2002::/16"],
] as const;

/** A special kind of address that is not an ordinary one of the internet. */
export type AddressKind = (typeof NETWORKS)[number][0];

/** The prefix of IPv6 addresses that map IPv4, or that a gateway translates (RFC 4291 and 6052). */
const BEFORE_IPV4 = ["::ffff:", "64:ff9b::"] as const;
const BITS_BEFORE_IPV4 = 96;

/** Separate lists: a single one would find each address of IPv4 as a mapped one too. */
const LISTS = NETWORKS.map(([kind, ipv4, ipv6]) => ({
  kind,
  ipv4: listOfIpv4(ipv4),
  ipv6: listOfIpv6(ipv4, ipv6),
}));

/** The special kind of an IP address. Undefined: an ordinary address of the internet. */
export function addressKinds(address: string): readonly AddressKind[] {
  const family = isIPv4(address) ? "ipv4" : "ipv6";
  return LISTS.filter((lists) => lists[family].check(address, family)).map(({ kind }) => kind);
}

function listOfIpv4(networks: string): BlockList {
  const list = new BlockList();
  for (const [network, bits] of parted(networks)) list.addSubnet(network, bits, "ipv4");
  return list;
}

function listOfIpv6(contained: string, networks: string): BlockList {
  const list = new BlockList();
  for (const [network, bits] of parted(networks)) list.addSubnet(network, bits, "ipv6");
  for (const [network, bits] of parted(contained))
    for (const before of BEFORE_IPV4) list.addSubnet(`${before}${network}`, BITS_BEFORE_IPV4 + bits, "ipv6");
  return list;
}

function parted(networks: string): (readonly [network: string, bits: number])[] {
  return networks.split(" ").flatMap((subnet) => {
    const [network = "", bits] = subnet.split("/");
    return bits === undefined ? [] : [[network, Number(bits)] as const];
  });
}
