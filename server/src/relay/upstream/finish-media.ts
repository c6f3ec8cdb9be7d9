import { GatewayError } from '../../core/errors.ts'
import type { MediaWire } from '../../core/media.ts'
import { parseOutboundAllow } from '../../platform/outbound/address-policy.ts'
import { createGuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { OutboundError } from '../../platform/outbound/pinned-fetch.ts'
import type { WireAnswer } from '../../protocols/wire-format.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { answerObject } from '../formats/media-format.ts'
import { type FetchResult, type MediaAnswerBytes, translateMediaAnswer } from './translate-media.ts'

const timeoutMs = 60_000
/** Storage services may send results with a general type. A page is not a result. */
const acceptedTypes = /^(|image\/.+|audio\/.+|(application|binary)\/octet-stream)$/

/** The client's answer to a call for media. Throws GatewayError. */
export function finishMedia(
  { config }: Pick<RelayDependencies, 'config'>,
  call: AdmittedCall,
  wire: MediaWire,
  { body, answer, signal }: { body: Uint8Array; answer: WireAnswer; signal: AbortSignal },
): Promise<MediaAnswerBytes> {
  // Created only for a fetch, because most answers contain their bytes.
  const fetchResult: FetchResult = async (url) => {
    const fetchMedia = createGuardedFetch({
      exceptions: parseOutboundAllow(config.OUTBOUND_ALLOW),
      bytesMax: config.MAX_RESPONSE_MB * 1_048_576,
      timeoutMs,
      accepts: (contentType) => acceptedTypes.test(contentType),
    })
    try {
      return await fetchMedia(url, signal)
    } catch (cause) {
      if (!(cause instanceof OutboundError)) throw cause
      throw new GatewayError(
        'upstream_invalid_response',
        {},
        { cause, detail: `a result was not fetched: ${cause.message}` },
      )
    }
  }
  const wireAnswer = answerObject(wire, body) ?? {}
  return translateMediaAnswer(call, wire, wireAnswer, { usage: answer.usage, fetchResult })
}
