import { createSoundMeter } from '../../core/audio/sound-meter.ts'
import { spokenTokens } from '../../core/billing/billable.ts'
import { GatewayError } from '../../core/errors.ts'
import { createPatientCounter } from '../../core/tokens/patient-counter.ts'
import type { Clock } from '../../platform/clock.ts'
import { answerStream } from '../../platform/outbound/read-answer.ts'
import type { FrameSplitter } from '../../protocols/sse/frame-splitter.ts'
import type { StreamMeter } from '../../protocols/wire-format.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import type { ByteReader, OpenedStream, UpstreamHandle } from './open-stream.ts'

const none = new Uint8Array()

/** Whether the body of an answer is sound. */
export const isSound = (response: Response): boolean => /^audio\//i.test(response.headers.get('content-type') ?? '')

/** Every chunk counts as a whole frame. */
const chunksFor = (onBytes: (bytes: Uint8Array) => void): FrameSplitter => ({
  push(bytes) {
    onBytes(bytes)
    return { bytes, ends: [bytes.length] }
  },
  rest: () => none,
  isAtStart: () => true,
})

/** Bytes have no end marker: the end of the connection is the end of the answer. */
const silent: StreamMeter = {
  push: () => 'content',
  usage: () => null,
  isComplete: () => true,
  hasContent: () => true,
  error: () => undefined,
}

/**
 * Waits for the first bytes of an answer, so that the call can move to another channel if the upstream fails before
 * them. Throws GatewayError when there are none.
 */
export async function openBytes(
  { clock }: { clock: Clock },
  call: AdmittedCall,
  response: Response,
  upstream: UpstreamHandle,
): Promise<OpenedStream> {
  const reader: ByteReader | undefined = answerStream(response)?.getReader()
  try {
    const first = await reader?.read()
    const firstFrameMs = clock.monotonic() - call.startedMonotonic
    if (!reader || !first?.value || first.done)
      throw new GatewayError('upstream_stream_cut', {}, { detail: 'an answer without a byte' })
    const sound = call.chargesSound ? createSoundMeter(response.headers.get('content-type') ?? '') : null
    let isCounting = true
    const chunks = chunksFor((bytes) => {
      if (isCounting) sound?.push(bytes)
    })
    return {
      reader,
      splitter: chunks,
      meter: silent,
      counter: createPatientCounter(),
      first: chunks.push(first.value),
      pendingRead: null,
      error: null,
      pingMs: null,
      isBytes: true,
      hasAnswer: () => true,
      firstFrameMs,
      ...(sound && { soundTokens: () => spokenTokens(sound.seconds()) }),
      stopCounting() {
        isCounting = false
      },
      fail: upstream.fail,
    }
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause
    const { reason } = upstream.signal
    if (reason instanceof GatewayError) throw reason
    throw new GatewayError('upstream_stream_cut', {}, { cause, detail: String(cause) })
  }
}
