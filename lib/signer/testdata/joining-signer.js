/** Joins what it is given, so that a test sees all of it. */
export default async function sign({ method, path, query, timestamp, nonce, apiKey, body, secret }) {
  return [method, path, query, timestamp, nonce, apiKey, `${body}`, secret].join("|");
}
