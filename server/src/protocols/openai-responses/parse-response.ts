import { type JsonRecord, numberOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatResponse } from '../../core/chat/chat-response.ts'
import type { Citation, Part, TextPart, ToolCallPart } from '../../core/chat/content.ts'
import { createUnreadAnswerParts, type UnreadAnswerParts } from '../../core/chat/unread-fields.ts'
import { defined } from '../../core/json/defined.ts'
import { customArguments } from './custom-tools.ts'
import { mapStatus } from './map-status.ts'
import { parseReasoning } from './parse-input.ts'
import { parseResponsesUsage } from './parse-usage.ts'

/** A whole response in the neutral form. Never throws; items of hosted tools and unknown items are `unread`. */
export function parseResponsesResponse(body: JsonRecord, newId: () => string): ChatResponse {
  const items = recordsOf(body.output)
  const unread = createUnreadAnswerParts()
  const parts = withSources(parseOutput(items, newId, unread), items.flatMap(parseSources))
  const finishReason = mapStatus(body, {
    hasToolCalls: parts.some(({ kind }) => kind === 'tool_call'),
    hasRefusal: parts.some(({ kind }) => kind === 'refusal'),
  })
  return {
    id: textOf(body.id) || newId(),
    model: textOf(body.model),
    createdAt: numberOf(body.created_at) ?? 0,
    choices: [{ index: 0, parts, finishReason }],
    usage: parseResponsesUsage(body),
    ...unread.field(),
  }
}

function parseOutput(items: JsonRecord[], newId: () => string, unread: UnreadAnswerParts): Part[] {
  let signature: string | undefined
  return items.flatMap((item): Part[] => {
    if (item.type === 'reasoning') {
      const { part, callSignature } = parseReasoning(item)
      signature = callSignature ?? signature
      return part ? [part] : []
    }
    const parts = parseOutputItem(item, newId, unread)
    const call = parts[0]
    if (call?.kind !== 'tool_call' || signature === undefined) return parts
    const signed = { ...call, signature }
    signature = undefined
    return [signed]
  })
}

/** Parts of one item, except reasoning. */
export function parseOutputItem(item: JsonRecord, newId: () => string, unread?: UnreadAnswerParts): Part[] {
  switch (item.type) {
    case 'message':
      return recordsOf(item.content).flatMap((content) => parseMessageContent(content, unread))
    case 'function_call':
    case 'custom_tool_call':
      return [parseCall(item, newId)]
    case 'image_generation_call': {
      const data = textOf(item.result)
      const mediaType = `image/${textOf(item.output_format) || 'png'}`
      return data === '' ? [] : [{ kind: 'image', source: { kind: 'base64', mediaType, data } }]
    }
    default:
      if (!isSource(item)) unread?.note(item.type)
      return []
  }
}

/**
 * The results of a search by Perplexity. Its texts cite them by number and rarely have annotations.
 * https://docs.perplexity.ai/docs/agent-api, read 2026-11-23
 */
export const parseSources = (item: JsonRecord): Citation[] =>
  isSource(item) ? recordsOf(item.results).flatMap(citationOf) : []

const isSource = ({ type }: JsonRecord): boolean => type === 'search_results' || type === 'people_search_results'

/** The parts with `sources` as citations of the last text, unless a text has its own citations. */
function withSources(parts: Part[], sources: Citation[]): Part[] {
  const last = parts.findLast((part) => part.kind === 'text')
  if (!last || sources.length === 0 || parts.some((part) => part.kind === 'text' && part.citations)) return parts
  return parts.map((part) => (part === last ? { ...last, citations: sources } : part))
}

const parseCall = (item: JsonRecord, newId: () => string): ToolCallPart => ({
  kind: 'tool_call',
  id: textOf(item.call_id) || textOf(item.id) || newId(),
  name: textOf(item.name),
  arguments: item.type === 'custom_tool_call' ? customArguments(textOf(item.input)) : textOf(item.arguments) || '{}',
})

function parseMessageContent(content: JsonRecord, unread?: UnreadAnswerParts): Part[] {
  if (content.type === 'refusal')
    return textOf(content.refusal) === '' ? [] : [{ kind: 'refusal', text: textOf(content.refusal) }]
  const text = textOf(content.text)
  if (text === '') {
    if (content.type !== 'output_text') unread?.note(content.type)
    return []
  }
  const citations = recordsOf(content.annotations).flatMap(parseAnnotation)
  return [defined<TextPart>({ kind: 'text', text, citations: citations.length > 0 ? citations : undefined })]
}

/** Addresses that a text cites; the neutral form has no other annotations. */
export const parseAnnotation = (wire: JsonRecord): Citation[] => (wire.type === 'url_citation' ? citationOf(wire) : [])

function citationOf(wire: JsonRecord): Citation[] {
  const url = textOf(wire.url)
  if (url === '') return []
  const title = textOf(wire.title)
  // A title that is an address is no title: see buildAnnotation.
  return [defined<Citation>({ url, title: title === '' || title === url ? undefined : title })]
}
