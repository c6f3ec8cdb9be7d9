/** A name or address with an optional port, as in a `Host` field. Repeated fields are joined by a comma. */
const hostPattern = /^(?:[\w.~-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/
/** Load balancers request these by HTTP/1.0, which needs no `Host`. */
const probes = new Set(['/healthz', '/readyz'])
const knownMax = 1_000

/**
 * Returns a check of requests before they are processed: the reason of a refusal, or null. `Host` must be valid,
 * because addresses are built from it. CONNECT requests a tunnel, which is not supported.
 */
export function createRequestObjection(): (request: Request) => string | null {
  const known = new Set<string>()
  return ({ method, headers, url }) => {
    if (method === 'CONNECT') return 'CONNECT is not supported.'
    const host = headers.get('host')
    if (host === null) return probes.has(url) || URL.canParse(url) ? null : 'The Host header is missing.'
    if (known.has(host)) return null
    if (!hostPattern.test(host) || !URL.canParse(`http://${host}/`))
      return 'The Host header is empty, repeated or not a valid name.'
    // Bounded: the caller chooses it.
    if (known.size < knownMax) known.add(host)
    return null
  }
}
