/** The variable from which the runtime reads, at its start, how many fetches it runs at once. */
const variable = 'BUN_CONFIG_MAX_HTTP_REQUESTS'
/** The runtime's default, also for values that it does not accept. */
const byDefault = 256
/** The largest accepted value. A larger one is ignored. */
export const fetchesMax = 65_535
/** For requests beside the calls: images, channel tests, webhooks, sign-in. */
const reserve = 500
/** A process cannot run more calls than this at once. */
export const callsMax = fetchesMax - reserve

/**
 * The change to the environment that lets `calls` upstream calls run at once; null when it allows that already. Further
 * calls would silently queue in the runtime, behind all others.
 */
export function raiseFetchLimit(
  environment: Record<string, string | undefined>,
  calls: number,
): Record<string, string> | null {
  const given = environment[variable] ?? ''
  const isUnderstood = /^\d+$/.test(given) && Number(given) <= fetchesMax
  const fetches = isUnderstood ? Number(given) : byDefault
  return fetches >= calls + reserve ? null : { [variable]: String(fetchesMax) }
}
