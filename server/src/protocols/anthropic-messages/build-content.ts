import type { JsonRecord } from '@sluice/contract/read-json'
import type { CacheMark, FilePart, ImagePart, MediaSource, Part, ToolResultPart } from '../../core/chat/content.ts'
import { parseExactRecord } from '../../core/json/exact-json.ts'
import type { RequestBlock, RequestSource, CacheMark as WireMark } from './wire.ts'

/**
 * A part of a request as a block; null when the API has no block for it at this place: sound, media of the assistant,
 * reasoning without a signature (a signature is never invented), blank text.
 */
export function buildBlock(part: Part, role: 'user' | 'assistant'): RequestBlock | null {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return buildText(part.text, part.kind === 'text' ? part.cache : undefined)
    case 'image':
      return role === 'user' ? buildImage(part) : null
    case 'file':
      return role === 'user' ? buildDocument(part) : null
    case 'audio':
      return buildText(part.transcript ?? '', undefined)
    case 'tool_call':
      return role === 'assistant' ? buildToolUse(part) : null
    case 'tool_result':
      return role === 'user' ? buildToolResult(part) : null
    case 'reasoning':
      return role === 'assistant' ? buildReasoning(part) : null
  }
}

/**
 * A text block; the API refuses one of only white space. Citations are dropped: only the upstream that wrote them can
 * resolve them.
 */
export const buildText = (text: string, cache: CacheMark | undefined): RequestBlock | null =>
  text.trim() === '' ? null : { type: 'text', text, ...cacheControl(cache) }

/** A cache mark as a field to spread. Five minutes are the default, also on hosts without `ttl`. */
export const cacheControl = (cache: CacheMark | undefined): WireMark =>
  cache ? { cache_control: { type: 'ephemeral', ...(cache.ttl === '1h' ? { ttl: '1h' } : {}) } } : {}

function buildImage(part: ImagePart): RequestBlock | null {
  const { source } = part
  if (source.kind === 'text') return null
  return { type: 'image', source: buildSource(source), ...cacheControl(part.cache) }
}

function buildDocument(part: FilePart): RequestBlock {
  return {
    type: 'document',
    source: buildSource(asText(part.source)),
    ...(part.name ? { title: part.name } : {}),
    ...cacheControl(part.cache),
  }
}

function buildSource(source: MediaSource): RequestSource {
  switch (source.kind) {
    case 'base64':
      return { type: 'base64', media_type: mediaTypeOf(source.mediaType), data: source.data }
    case 'url':
      return { type: 'url', url: source.url }
    case 'file_id':
      return { type: 'file', file_id: source.fileId }
    case 'text':
      return { type: 'text', media_type: 'text/plain', data: source.text }
  }
}

const mediaTypeOf = (mediaType: string): string => (mediaType === 'image/jpg' ? 'image/jpeg' : mediaType)

/** Base64 documents must be PDF; a text file is sent as text. */
function asText(source: MediaSource): MediaSource {
  if (source.kind !== 'base64' || !/^(text\/|application\/(json|xml)\b)/.test(source.mediaType)) return source
  return { kind: 'text', text: Buffer.from(source.data, 'base64').toString('utf8') }
}

const buildToolUse = (part: Extract<Part, { kind: 'tool_call' }>): RequestBlock => ({
  type: 'tool_use',
  id: part.id,
  name: part.name,
  input: buildInput(part.arguments),
  ...cacheControl(part.cache),
})

/** Arguments as the object that the API requires. Other values are kept under a reserved name. */
export function buildInput(text: string): JsonRecord {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed === 'null' || trimmed === '""') return {}
  return parseExactRecord(trimmed) ?? { _raw: text }
}

function buildToolResult(part: ToolResultPart): RequestBlock {
  const content = part.content.map((inner) => buildBlock(inner, 'user')).filter((block) => block !== null)
  return {
    type: 'tool_result',
    tool_use_id: part.callId,
    ...(content.length > 0 ? { content } : {}),
    ...(part.isError ? { is_error: true } : {}),
    ...cacheControl(part.cache),
  }
}

/** The name of these models' state in the neutral form. */
const stateFormat = 'anthropic-claude-v1'

function buildReasoning(part: Extract<Part, { kind: 'reasoning' }>): RequestBlock | null {
  if (part.format !== undefined && part.format !== stateFormat) return null
  if (part.redacted) return { type: 'redacted_thinking', data: part.redacted }
  if (!part.signature) return null
  return { type: 'thinking', thinking: part.text, signature: part.signature }
}
