/** The runtime reads here, once at its start, how many fetches it runs at once. */
const variable = 'BUN_CONFIG_MAX_HTTP_REQUESTS'
/** What it takes when nothing is set, or nothing that it understands. */
const byDefault = 256
/** The largest number that it understands. A larger one counts as none. */
export const fetchesMax = 65_535
/** For what the gateway fetches beside the calls: images, tests of channels, webhooks, sign-in. */
const reserve = 500
/** More calls than this cannot run at once in a process. */
export const callsMax = fetchesMax - reserve

/**
 * What to change in the environment so that `calls` upstream calls can run at once; null when it allows that already.
 * Further calls would wait in the runtime without a word, behind those of everybody else.
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
