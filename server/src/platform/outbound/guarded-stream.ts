import { followRedirects } from './follow-redirects.ts'
import { type PinSettings, withinTime } from './pinned-fetch.ts'

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
  return async (url, headers, signal) => {
    // Only the start is limited in time: the signal of the limit must not end the body.
    const ended = new AbortController()
    const both = AbortSignal.any([ended.signal, signal])
    try {
      return await withinTime(settings.timeoutMs, signal, () => followRedirects(pin, url, headers, both))
    } catch (cause) {
      ended.abort(cause)
      throw cause
    }
  }
}
