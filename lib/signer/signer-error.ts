/** A signature scheme, a secret or a signing module that cannot be used. The message never contains a secret. */
export class SignerError extends Error {
  override readonly name = "SignerError";
}
