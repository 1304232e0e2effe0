const FIRST_SECONDS = 1;
const STEP = 4;
const DAY_SECONDS = 86_400;
/** How near to the limit is near enough, as a share of it. */
const PRECISION = 0.02;

/**
 * How far a timestamp may be off, in seconds, found by bisection between the last accepted and the first refused one.
 * Reports when no limit is found within a day.
 */
export async function measureTolerance(
  accepts: (seconds: number) => Promise<boolean>,
): Promise<number | string> {
  let within = 0;
  let beyond = FIRST_SECONDS;
  while (await accepts(beyond)) {
    if (beyond >= DAY_SECONDS) return "more than a day";
    within = beyond;
    beyond = Math.min(beyond * STEP, DAY_SECONDS);
  }
  while (beyond - within > Math.max(1, within * PRECISION)) {
    const middle = Math.round((within + beyond) / 2);
    if (await accepts(middle)) within = middle;
    else beyond = middle;
  }
  return rounded(beyond - within <= 1 ? within : (within + beyond) / 2);
}

/** To two digits: the requests on the way take their time too. */
function rounded(seconds: number): number {
  return seconds < 10 ? Math.floor(seconds) : Number(seconds.toPrecision(2));
}
