/** A signature scheme, a secret or a signing module cannot be used. The message never contains a secret. */
export class SignerError extends Error {
  override readonly name = "SignerError";
}
