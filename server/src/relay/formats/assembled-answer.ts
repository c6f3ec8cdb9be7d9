import type { JsonRecord } from '@sluice/contract/read-json'
import type { ChatResponse } from '../../core/chat/chat-response.ts'
import { parseStored } from '../../core/json/parse-stored.ts'
import type { UpstreamFormat, WireAnswer } from '../../protocols/wire-format.ts'
import { textIn } from './text-in.ts'

const decoder = new TextDecoder()

/**
 * `format` for an answer that was assembled from its stream. No client speaks it, so no code writes its answers: the
 * body is the neutral form itself, as JSON.
 */
export const assembledIn = (format: UpstreamFormat): UpstreamFormat => ({
  ...format,
  readAnswer: readAssembled,
  parseAnswer: responseOf,
})

/** This server wrote the body. */
const responseOf = (body: JsonRecord): ChatResponse => body as unknown as ChatResponse

function readAssembled(body: Uint8Array, read?: JsonRecord | null): WireAnswer {
  const wire = read ?? parseStored<JsonRecord>(decoder.decode(body))
  if (wire.error) return { usage: null, error: wire.error, text: () => '' }
  const response = responseOf(wire)
  return { usage: response.usage, error: null, text: () => textIn(response) }
}
