import { makeReason } from '@sluice/contract/error-reasons'
import { followRedirects } from './follow-redirects.ts'
import { bytesObjection, OutboundError, type PinSettings, readBytes, withinTime } from './pinned-fetch.ts'

export interface GuardSettings extends PinSettings {
  /** Whether a body of this media type (lower case, without parameters, '' = absent) is read. */
  accepts: (contentType: string) => boolean
}

export interface Fetched {
  bytes: Uint8Array<ArrayBuffer>
  contentType: string
}

export type GuardedFetch = (url: string, signal: AbortSignal) => Promise<Fetched>

/**
 * GET of an address that comes from data. A name is resolved once, all its addresses must be allowed, and the
 * connection goes to a checked address; each redirect is checked in the same way. Bytes, time and media type are
 * limited, and nothing that identifies this server is sent. Throws OutboundError, or the reason of `signal`.
 */
export function createGuardedFetch(settings: GuardSettings): GuardedFetch {
  return (url, signal) =>
    withinTime(settings.timeoutMs, signal, async (either) =>
      readAnswer(settings, await followRedirects(settings, url, {}, either)),
    )
}

async function readAnswer({ accepts, bytesMax }: GuardSettings, response: Response): Promise<Fetched> {
  const contentType = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const objection =
    response.status !== 200
      ? makeReason('answeredWith', { status: response.status })
      : !accepts(contentType)
        ? makeReason('ofType', { type: contentType })
        : bytesObjection(response, bytesMax)
  if (objection !== null) {
    await response.body?.cancel()
    throw new OutboundError(objection)
  }
  return { bytes: await readBytes(response, bytesMax), contentType }
}
