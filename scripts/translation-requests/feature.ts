import type { ChatRequest } from '../../server/src/core/chat/chat-request.ts'
import type { Part } from '../../server/src/core/chat/content.ts'
import type { ClientFormatId } from '../../server/src/protocols/wire-format-id.ts'

export type Wire = Record<string, unknown>

/** One feature of a request, in each format. A format without a sample lacks the feature. */
export interface RequestFeature {
  name: string
  /** Fields besides the model and a plain conversation. */
  samples: Partial<Record<ClientFormatId, Wire>>
  /** The feature's value in the request, in a word or two; null = absent. */
  describe(request: ChatRequest): string | null
  /** Thinking is shown on models that think. */
  thinks?: boolean
}

export const partsOf = (request: ChatRequest): Part[] => request.messages.flatMap(({ parts }) => parts)

export const find = <K extends Part['kind']>(request: ChatRequest, kind: K) =>
  partsOf(request).find((part): part is Extract<Part, { kind: K }> => part.kind === kind)

const systemText = ({ messages }: ChatRequest): string =>
  messages.flatMap(({ role, parts }) => (role === 'system' ? parts.map(wordsOf) : [])).join(' ')

export const wordsOf = (part: Part): string => ('text' in part ? part.text : '')

export const printed = (value: string | number | boolean | undefined): string | null =>
  value === undefined ? null : String(value)

export const asks = (content: unknown) => [{ role: 'user', content }]

export const data = 'JVBERi0xLjQ='

export const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

export const mode = (name: string, more: Wire = {}) => ({
  toolConfig: { functionCallingConfig: { mode: name, ...more } },
})

export const block = (type: string, mediaType: string) => ({
  type,
  source: { type: 'base64', media_type: mediaType, data },
})

export const asked = { role: 'user', content: 'Weather in Oslo?' }

export const detail = (wire: Wire) => ({ reasoning_details: [wire] })

export const format = (request: ChatRequest): string | null => {
  if (request.responseFormat) return request.responseFormat.kind
  return systemText(request).includes('Answer with JSON') ? 'a sentence' : null
}
