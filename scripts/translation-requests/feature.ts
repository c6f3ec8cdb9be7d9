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
  /** The row is made with models that think. */
  thinks?: boolean
}

export const listParts = (request: ChatRequest): Part[] => request.messages.flatMap(({ parts }) => parts)

export const findPart = <K extends Part['kind']>(request: ChatRequest, kind: K) =>
  listParts(request).find((part): part is Extract<Part, { kind: K }> => part.kind === kind)

const readSystemText = ({ messages }: ChatRequest): string =>
  messages.flatMap(({ role, parts }) => (role === 'system' ? parts.map(readText) : [])).join(' ')

export const readText = (part: Part): string => ('text' in part ? part.text : '')

export const textOrNull = (value: string | number | boolean | undefined): string | null =>
  value === undefined ? null : String(value)

/** A conversation with one turn of the user. */
export const buildUserTurn = (content: unknown) => [{ role: 'user', content }]

/** The beginning of a file of each type, in base64. */
export const data = { 'image/png': 'iVBORw0KGgo=', 'application/pdf': 'JVBERi0xLjQ=', 'audio/wav': 'UklGRi4uLi5XQVZF' }

export const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

/** Gemini's setting for the choice of a tool. */
export const buildToolConfig = (name: string, more: Wire = {}) => ({
  toolConfig: { functionCallingConfig: { mode: name, ...more } },
})

/** A file of a message in Anthropic's format. */
export const buildMediaBlock = (type: string, mediaType: keyof typeof data) => ({
  type,
  source: { type: 'base64', media_type: mediaType, data: data[mediaType] },
})

export const question = { role: 'user', content: 'Weather in Oslo?' }

/** Earlier reasoning in the form of OpenRouter. */
export const buildReasoning = (wire: Wire) => ({ reasoning_details: [wire] })

export const describeFormat = (request: ChatRequest): string | null => {
  if (request.responseFormat) return request.responseFormat.kind
  return readSystemText(request).includes('Answer with JSON') ? 'a sentence' : null
}
