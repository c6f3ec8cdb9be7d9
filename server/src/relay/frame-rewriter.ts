import { patchJson } from '../core/json/patch-json.ts'
import { scanJson } from '../core/json/scan-json.ts'
import { createChunkReshaper } from '../protocols/openai-chat/reshape-chunk.ts'
import type { FrameRewriter } from './outgoing-frames.ts'
import type { AdmittedCall, Attempt } from './relay-call.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** What is done to each frame of a stream: the client's model name put back, and what the channel's setting asks. */
export function frameRewriterOf(
  call: AdmittedCall,
  { channel, upstreamModel }: Attempt,
): FrameRewriter | null {
  const { force_format: forcesFormat = false, thinking_to_content: showsThinking = false } = channel.setting
  const isChat = call.format.id === 'openai' && call.target.operation === 'chat'
  const reshape =
    isChat && (forcesFormat || showsThinking) ? createChunkReshaper({ forcesFormat, showsThinking }) : null
  const { model } = call.request
  // The other formats name the model once, or not at all: it passes as it came.
  if (upstreamModel === model || call.format.id !== 'openai') return reshape
  const rename = (data: string) => renameModel(data, model)
  return reshape ? (data) => reshape(data).map(rename) : (data) => [rename(data)]
}

/** The chunk with another model name and every other byte as it came. */
export function renameModel(data: string, model: string): string {
  const bytes = encoder.encode(data)
  const scan = scanJson(bytes)
  if (!scan.ok || !scan.fields.has('model')) return data
  return decoder.decode(patchJson(bytes, scan.fields, { model: JSON.stringify(model) }))
}
