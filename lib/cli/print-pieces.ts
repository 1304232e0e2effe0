/** Prints a long text in pieces. Each waits until the reader has taken the one before, so that memory stays small. */
export async function printPieces(
  pieces: Iterable<string>,
  stream: Pick<NodeJS.WriteStream, "write" | "destroyed">,
): Promise<void> {
  for (const piece of pieces) {
    if (stream.destroyed) return;
    await new Promise<void>((done) => stream.write(piece, () => done()));
  }
}
