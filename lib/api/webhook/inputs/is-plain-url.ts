const PLAIN = /^https:\/\/[a-z\d.:-]+(?:\/[a-z\d-]+)*\/(?:hook|[a-z]{8,})\/\d+$/;

/** Whether a callback URL is one of those that no validator and no store takes wrongly: `https://host/run/hook/12`. */
export function isPlainUrl(url: string): boolean {
  return PLAIN.test(url);
}
