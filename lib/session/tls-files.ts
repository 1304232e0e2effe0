import { readFile } from "node:fs/promises";
import type { Route } from "../http/connection.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";

/** Certificate authorities, client certificate and its key, each as PEM, as far as the profile names them. */
export async function tlsFiles({
  target,
}: Pick<Profile, "target">): Promise<Pick<Route, "ca" | "cert" | "key">> {
  const [ca, cert, key] = await Promise.all([
    read(target.ca),
    read(target.clientCert),
    read(target.clientKey),
  ]);
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

async function read(file: string | null): Promise<string | undefined> {
  return file === null ? undefined : readFile(file, "utf8");
}
