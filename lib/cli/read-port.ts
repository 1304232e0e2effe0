import { InvalidArgumentError } from "commander";

const MAX_PORT = 65_535;

/** The port that an option names. @throws {InvalidArgumentError} */
export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= MAX_PORT) return port;
  throw new InvalidArgumentError(`expected a port from 0 to ${MAX_PORT}`);
}
