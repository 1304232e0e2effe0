import { isIP } from "node:net";
import type { PeerCertificate, TLSSocket } from "node:tls";
import { egressOf } from "../../session/egress-of.ts";
import type { Egress } from "../../http/egress.ts";
import { openTls } from "../../http/open-tls.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import { tlsFiles } from "../../session/tls-files.ts";
import { type DoctorNote, doctorNote } from "./finding.ts";

/** Examines name resolution, and the TLS connection with its certificates. The first query reports their faults. */
export async function examineRoute(profile: Profile): Promise<DoctorNote[]> {
  const { proxy } = profile.target;
  if (proxy !== null) {
    const { host } = new URL(proxy);
    return [doctorNote("noted", "route", `through the proxy ${host}, which resolves the name and connects`)];
  }
  const url = new URL(profile.baseUrl);
  const egress = egressOf(profile);
  const name = await examineName(url.hostname, egress);
  if (name.state === "wrong") return [name];
  return url.protocol === "https:" ? [name, ...(await examineTls(url, profile, egress))] : [name, PLAIN];
}

const PLAIN: DoctorNote = {
  state: "noted",
  subject: "connection",
  text: "HTTP/1.1 without TLS: credentials are not encrypted",
};

async function examineName(hostname: string, egress: Egress): Promise<DoctorNote> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const subject = "name";
  if (isIP(host) !== 0) return { state: "well", subject, text: `${host} is an IP address` };
  try {
    const addresses = await egress.addressesAt(host);
    return doctorNote("well", subject, `${host} is ${addresses.map(({ address }) => address).join(", ")}`);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return { state: "wrong", subject, text: `${host} cannot be resolved (${code})` };
  }
}

async function examineTls(url: URL, profile: Profile, egress: Egress): Promise<DoctorNote[]> {
  try {
    const { timeoutMs } = profile.limits;
    const socket = await openTls(url, await tlsFiles(profile), { egress, timeoutMs });
    const notes = [trust(socket, profile), protocol(socket, profile)];
    socket.destroy();
    return notes;
  } catch {
    return [{ state: "wrong", subject: "connection", text: "there is no TLS connection" }];
  }
}

function trust(socket: TLSSocket, { target }: Profile): DoctorNote {
  const chain = chainOf(socket.getPeerCertificate(true));
  const [leaf] = chain;
  const names = chain.map(({ subject }) => nameOf(subject)).join(", issued by ");
  const last = chain.at(-1);
  const root = last === undefined ? "" : `, issued by ${nameOf(last.issuer)}`;
  const by = target.ca === null ? "the CAs of this machine" : "target.ca";
  const trusted = socket.authorized
    ? `trusted by ${by}`
    : `not trusted by ${by}: ${String(socket.authorizationError)}`;
  return doctorNote(
    socket.authorized ? "well" : "wrong",
    "connection",
    `${socket.getProtocol()}; ${names}${root}; until ${leaf?.valid_to ?? "an unknown date"}; ${trusted}`,
  );
}

function protocol({ alpnProtocol }: TLSSocket, { target }: Profile): DoctorNote {
  const offersH2 = alpnProtocol === "h2";
  const spoken = target.http2 && offersH2 ? "HTTP/2" : "HTTP/1.1";
  const offer = offersH2 ? "the target offers HTTP/2" : "the target does not offer HTTP/2";
  return doctorNote("noted", "http", `${spoken} is used; ${offer}; target.http2 is ${target.http2}`);
}

/** The certificates of the target, the leaf first, without the reference of the root to itself. */
function chainOf(
  leaf: PeerCertificate & { readonly issuerCertificate?: PeerCertificate },
): PeerCertificate[] {
  const chain: PeerCertificate[] = [];
  let next: (PeerCertificate & { readonly issuerCertificate?: PeerCertificate }) | undefined = leaf;
  while (
    next?.fingerprint256 !== undefined &&
    !chain.some((one) => one.fingerprint256 === next?.fingerprint256)
  ) {
    chain.push(next);
    next = next.issuerCertificate;
  }
  return chain;
}

function nameOf(subject: PeerCertificate["subject"]): string {
  const { CN, O } = subject;
  return String(CN ?? O ?? "an unnamed issuer");
}
