const LOOPBACK = /^https?:\/\/(?:127(?:\.\d+){3}|localhost|\[::1\])(?:[:/?]|$)/;

/** Whether a callback URL leads to this machine. */
export function isLoopback(url: string): boolean {
  return LOOPBACK.test(url);
}
