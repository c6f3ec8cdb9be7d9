import { patchJson } from '../../core/json/patch-json.ts'
import { scanJson } from '../../core/json/scan-json.ts'
import { createChunkReshaper } from '../../protocols/openai-chat/reshape-chunk.ts'
import type { ModelPlace } from '../../protocols/wire-format.ts'
import type { Provider } from '../../providers/provider.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'
import type { FrameRewriter } from './outgoing-frames.ts'

/** The bytes of an upstream's frame limit it. */
const anyJson = { depthMax: 1_000, nodesMax: Number.MAX_SAFE_INTEGER }
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The changes to each frame of a stream: the client's model name, and the channel's setting. */
export function frameRewriterOf(
  call: AdmittedCall,
  { channel, provider, upstreamModel }: Attempt,
): FrameRewriter | null {
  const { force_format: forcesFormat = false, thinking_to_content: showsThinking = false } = channel.setting
  const reshape = call.format.id === 'openai' ? reshaperOf(call, provider, { forcesFormat, showsThinking }) : null
  const { model } = call.request
  if (upstreamModel === model) return reshape
  const rename = renamer(call.format.modelPlace, model)
  return reshape ? (data) => reshape(data).map(rename) : (data) => [rename(data)]
}

/** The changes of the provider, then those of the channel's setting. */
function reshaperOf(
  { target: { operation } }: AdmittedCall,
  { fitAnswer }: Pick<Provider, 'fitAnswer'>,
  setting: Parameters<typeof createChunkReshaper>[0],
): FrameRewriter | null {
  if (operation !== 'chat' && operation !== 'completions' && operation !== 'speech') return null
  const isSet = operation === 'chat' && (setting.forcesFormat || setting.showsThinking)
  const reshape = isSet ? createChunkReshaper(setting) : null
  if (!fitAnswer) return reshape
  const fitted = (data: string) => fitAnswer(data, operation)
  return reshape ? (data) => reshape(fitted(data)) : (data) => [fitted(data)]
}

/** Replaces the model's name in the data of an event. */
function renamer({ field, within, mark }: ModelPlace, model: string): (data: string) => string {
  if (within === undefined) return (data) => renameModel(data, model, field)
  return (data) => (mark === undefined || data.includes(mark) ? renameWithin(data, within, model) : data)
}

/** The chunk with another model name and all other bytes unchanged. */
export function renameModel(data: string, model: string, field = 'model'): string {
  const bytes = encoder.encode(data)
  const scan = scanJson(bytes, anyJson)
  if (!scan.ok || !scan.fields.has(field)) return data
  return decoder.decode(patchJson(bytes, scan.fields, { [field]: JSON.stringify(model) }))
}

/** The model inside the object in `field`: Anthropic sends it once, Responses with every copy of the response. */
function renameWithin(data: string, field: string, model: string): string {
  if (!data.includes(`"${field}"`)) return data
  const bytes = encoder.encode(data)
  const scan = scanJson(bytes, anyJson)
  const span = scan.ok ? scan.fields.get(field) : undefined
  if (!scan.ok || !span) return data
  const named = renameModel(decoder.decode(bytes.subarray(span.start, span.end)), model)
  return decoder.decode(patchJson(bytes, scan.fields, { [field]: named }))
}
