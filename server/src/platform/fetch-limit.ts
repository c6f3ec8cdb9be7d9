/** The runtime reads its maximum number of concurrent fetches from this variable at its start. */
const variable = 'BUN_CONFIG_MAX_HTTP_REQUESTS'
/** The runtime's default, also for values that it does not accept. */
const byDefault = 256
/** The largest accepted value. A larger one is ignored. */
export const fetchesMax = 65_535
/** For requests other than calls: images, channel tests, webhooks, sign-in. */
const reserve = 500
/** A process cannot run more calls than this at once. */
export const callsMax = fetchesMax - reserve

/**
 * The change to the environment that allows `calls` concurrent upstream calls; null if it already does. Further
 * calls would silently queue in the runtime, behind all others.
 */
export function raiseFetchLimit(
  environment: Record<string, string | undefined>,
  calls: number,
): Record<string, string> | null {
  const given = environment[variable] ?? ''
  const isAccepted = /^\d+$/.test(given) && Number(given) <= fetchesMax
  const fetches = isAccepted ? Number(given) : byDefault
  return fetches >= calls + reserve ? null : { [variable]: String(fetchesMax) }
}
