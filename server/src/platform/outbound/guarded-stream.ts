import { followRedirects } from './follow-redirects.ts'
import { fetchPinned, type PinnedRequest, type PinSettings, parseTarget, withinTime } from './pinned-fetch.ts'

/** GET of an address that comes from data, with redirects. The body is not read: the caller passes it on. */
export type FollowAddress = (
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<Response>

/**
 * As `createGuardedFetch` checks addresses, for files too large to be held: only the time until the answer begins is
 * limited. Throws OutboundError, or the reason of `signal`.
 */
export function createGuardedStream(
  settings: Pick<PinSettings, 'exceptions' | 'resolve' | 'ca' | 'timeoutMs'>,
): FollowAddress {
  const pin: PinSettings = { ...settings, bytesMax: Number.MAX_SAFE_INTEGER }
  return (url, headers, signal) =>
    startWithin(settings.timeoutMs, signal, (both) => followRedirects(pin, url, headers, both))
}

/** A request to an address from the settings. Its answer is not read, and no redirect is followed. */
export type SendGuarded = (url: string, request: PinnedRequest, signal: AbortSignal) => Promise<Response>

/** As `createGuardedStream`, for requests with a method and a body. */
export function createGuardedSend(settings: Omit<PinSettings, 'bytesMax'>): SendGuarded {
  const pin: PinSettings = { ...settings, bytesMax: Number.MAX_SAFE_INTEGER }
  return (url, request, signal) =>
    startWithin(settings.timeoutMs, signal, (both) => fetchPinned(pin, { ...request, url: parseTarget(url) }, both))
}

/** Only the start is limited in time: the signal of the limit must not end the body. */
async function startWithin(
  timeoutMs: number,
  signal: AbortSignal,
  start: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const ended = new AbortController()
  const both = AbortSignal.any([ended.signal, signal])
  try {
    return await withinTime(timeoutMs, signal, () => start(both))
  } catch (cause) {
    ended.abort(cause)
    throw cause
  }
}
