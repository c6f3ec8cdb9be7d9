import { makeReason } from '@sluice/contract/error-reasons'
import { fetchPinned, OutboundError, type PinSettings, parseTarget } from './pinned-fetch.ts'

const redirectsMax = 3
const redirectStatuses = [301, 302, 303, 307, 308]

/** GET of `first`. Each address on the way is checked like the first one. Throws OutboundError. */
export async function followRedirects(
  settings: PinSettings,
  first: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  let url = parseTarget(first)
  for (let hops = 0; hops <= redirectsMax; hops++) {
    const response = await fetchPinned(settings, { url, method: 'GET', headers }, signal)
    const location = response.headers.get('location')
    if (!redirectStatuses.includes(response.status) || location === null) return response
    await response.body?.cancel()
    url = parseTarget(location, url)
  }
  throw new OutboundError(makeReason('moreRedirects', { max: redirectsMax }))
}
