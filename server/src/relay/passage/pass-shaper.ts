import { joinInSteps } from '../../core/json/join-in-steps.ts'
import { writeLater } from '../../core/json/json-later.ts'
import { withPrepared } from '../../core/json/prepared-json.ts'
import { stepMax } from '../../platform/in-turns.ts'
import { createChunkReshaper } from '../../protocols/openai-chat/reshape-chunk.ts'
import type { StreamMeter } from '../../protocols/wire-format.ts'
import { fitAnswerText } from '../../providers/fit-answer-text.ts'
import type { Provider } from '../../providers/provider.ts'
import { answerHeadOf } from '../call/answer-head.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { operationOf } from './operations.ts'
import { type FrameData, type FrameRewriter, passFrames, rewriteFrame } from './outgoing-frames.ts'
import type { SentAttempt, Way } from './passage.ts'
import { createEventRenamer } from './rename-model.ts'
import type { StreamShaper } from './stream-shaper.ts'

const encoder = new TextEncoder()

/** The same format on both sides: frames pass unchanged. */
export function createPassShaper(call: AdmittedCall, attempt: SentAttempt, meter: StreamMeter): StreamShaper {
  const { rewrite, readAhead } = frameRewriterOf(call, attempt)
  const rules = {
    classify: (data: string | null) => meter.push(data),
    hidesUsage: attempt.hidesUsage,
    rewrite,
  }
  // Where no marker ends a stream, its last event contains part of the answer.
  const lastFrame = (frame: Uint8Array) =>
    rules.rewrite && call.format.endMarker === '' ? rewriteFrame(frame, rules.rewrite) : frame
  return {
    pass: (frames) => passFrames(frames, rules),
    ...(readAhead && { readAhead }),
    ...(rules.rewrite === null && meter.pushFrame && { passWhole: (chunk) => meter.pushFrame?.(chunk) ?? false }),
    close({ endFrame, usage }) {
      const isDue = call.request.wantsUsage && !meter.usage()
      const built = (isDue && call.format.buildUsageFrame?.(call.target, answerHeadOf(call), usage)) || ''
      const end = endFrame ? lastFrame(endFrame) : encoder.encode(call.format.endMarker)
      return built === '' ? end : Buffer.concat([encoder.encode(built), end])
    },
    fail(frame) {
      const sent = { number: meter.nextNumber?.() ?? 0, id: meter.answerId?.() ?? null }
      return encoder.encode(call.format.continueErrorFrame?.(frame, sent) ?? frame)
    },
  }
}

/** What rewrites the frames of a stream; null = nothing. */
interface Rewriting extends Pick<StreamShaper, 'readAhead'> {
  rewrite: FrameRewriter | null
}

/** The changes to each frame of a stream: the client's model name, and the channel's setting. */
function frameRewriterOf(call: AdmittedCall, { channel, provider, upstreamModel }: Way): Rewriting {
  const { force_format: forcesFormat = false, thinking_to_content: showsThinking = false } = channel.setting
  const reshape = call.format.id === 'openai' ? reshaperOf(call, provider, { forcesFormat, showsThinking }) : null
  const { model } = call.request
  const renamer = upstreamModel === model ? null : createEventRenamer(call.format.modelPlace, model)
  if (!reshape && !renamer) return { rewrite: null }
  const shaped = (data: string): string[] => reshape?.(data) ?? [data]
  let ahead: { data: string; sent: FrameData[] } | null = null
  return {
    rewrite(data) {
      if (ahead?.data !== data) return renamer ? shaped(data).map(renamer.rename) : shaped(data)
      const { sent } = ahead
      ahead = null
      return sent
    },
    *readAhead(data, values) {
      const sent: FrameData[] = []
      for (const pieces of yield* writeLater(() => withPrepared(values, () => shaped(data)), stepMax)) {
        const json = yield* joinInSteps(pieces)
        sent.push(renamer ? yield* renamer.renameInSteps(json) : json)
      }
      ahead = { data, sent }
    },
  }
}

/** The changes of the provider, then those of the channel's setting. */
function reshaperOf(
  { target }: AdmittedCall,
  { fitAnswer }: Pick<Provider, 'fitAnswer'>,
  setting: Parameters<typeof createChunkReshaper>[0],
): ((data: string) => string[]) | null {
  const { isChat, isText, isSound, sentAs } = operationOf(target)
  if (!isText && !isSound) return null
  const isSet = isChat && (setting.forcesFormat || setting.showsThinking)
  const reshape = isSet ? createChunkReshaper(setting) : null
  if (!fitAnswer) return reshape
  const fitted = (data: string) => fitAnswerText(fitAnswer, data, sentAs)
  return reshape ? (data) => reshape(fitted(data)) : (data) => [fitted(data)]
}
