import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import {
  type CacheMark,
  type Citation,
  type MediaSource,
  type Part,
  resultParts,
  type ToolResultPart,
} from '../../core/chat/content.ts'
import { bytesSource, withOwnKind } from '../../core/chat/media-source.ts'
import { jsonTextOf } from '../../core/json/prepared-json.ts'
import { parseCallState } from './call-state.ts'

export interface ContentRules {
  /** The id of a call without one on the wire. */
  newId: () => string
  /** The caller's name of the tool. */
  toolName: (wireName: string) => string
  /** Receives the type of each block without a neutral form; absent = they are omitted silently. */
  onUnread?: (kind: unknown) => void
  /** The same for blocks inside the result of a tool. */
  onUnreadInResult?: (kind: unknown) => void
}

/**
 * Content, a text or a list of blocks, as parts. Blocks of server tools and unknown blocks without text are omitted,
 * and reported to `onUnread`.
 */
export function parseContent(content: unknown, rules: ContentRules): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  if (!Array.isArray(content)) {
    if (content !== undefined && content !== null) rules.onUnread?.('content')
    return []
  }
  let state: string | undefined
  return content.flatMap((block) => {
    const part = parseBlock(block, rules)
    const ofCall = part?.kind === 'reasoning' ? parseCallState(part.redacted ?? '') : undefined
    state = ofCall ?? state
    if (part === null || ofCall !== undefined) return []
    if (part.kind !== 'tool_call' || state === undefined) return [part]
    const signed = { ...part, signature: state }
    state = undefined
    return [signed]
  })
}

function parseBlock(given: unknown, rules: ContentRules): Part | null {
  if (typeof given === 'string') return given === '' ? null : { kind: 'text', text: given }
  const block = recordOf(given)
  const cache = cacheOf(block)
  switch (block.type) {
    case 'text':
      return parseText(block)
    case 'image': {
      const source = parseSource(block.source)
      return source ? withOwnKind({ kind: 'image', source, ...cache }) : unread(block, rules)
    }
    case 'document': {
      const source = parseSource(block.source)
      const name = textOf(block.title)
      return source ? withOwnKind({ kind: 'file', source, ...(name ? { name } : {}), ...cache }) : unread(block, rules)
    }
    case 'search_result':
      return { kind: 'text', text: searchResultText(block), ...cache }
    case 'tool_use':
      return { ...parseToolUse(block, rules), ...cache }
    case 'tool_result':
      return { ...parseToolResult(block, rules), ...cache }
    // A tool that a search found: without its name the model cannot call it.
    case 'tool_reference':
      return textPart(textOf(block.tool_name), block, rules)
    case 'thinking': {
      const signature = textOf(block.signature)
      return { kind: 'reasoning', text: textOf(block.thinking), ...(signature ? { signature } : {}) }
    }
    case 'redacted_thinking':
      return { kind: 'reasoning', text: '', redacted: textOf(block.data) }
    default:
      return textPart(textOf(block.text), block, rules)
  }
}

/** The text of a block of another kind than text. */
const textPart = (text: string, block: JsonRecord, rules: ContentRules): Part | null =>
  text === '' ? unread(block, rules) : { kind: 'text', text, ...cacheOf(block) }

function unread({ type }: JsonRecord, rules: ContentRules): null {
  rules.onUnread?.(type)
  return null
}

function parseText(block: JsonRecord): Part | null {
  const text = textOf(block.text)
  // The API refuses empty text blocks, also in a later turn.
  if (text === '') return null
  const citations = recordsOf(block.citations).map(parseCitation)
  return { kind: 'text', text, ...(citations.length > 0 ? { citations } : {}), ...cacheOf(block) }
}

/** A citation of any kind; positions inside a document have no neutral form. */
export function parseCitation(wire: JsonRecord): Citation {
  const source = textOf(wire.source)
  const url = textOf(wire.url) || (/^https?:\/\//.test(source) ? source : '')
  const title = textOf(wire.title) || textOf(wire.document_title)
  const citedText = textOf(wire.cited_text)
  return { ...(url ? { url } : {}), ...(title ? { title } : {}), ...(citedText ? { citedText } : {}) }
}

function parseSource(wire: unknown): MediaSource | null {
  const source = recordOf(wire)
  switch (source.type) {
    case 'base64':
      return bytesSource(textOf(source.data), textOf(source.media_type))
    case 'url':
      return { kind: 'url', url: textOf(source.url) }
    case 'file':
      return { kind: 'file_id', fileId: textOf(source.file_id) }
    case 'text':
      return { kind: 'text', text: textOf(source.data) }
    case 'content':
      return { kind: 'text', text: plainText(source.content) }
    default:
      return null
  }
}

function parseToolUse(block: JsonRecord, rules: ContentRules): Extract<Part, { kind: 'tool_call' }> {
  return {
    kind: 'tool_call',
    id: textOf(block.id) || rules.newId(),
    name: rules.toolName(textOf(block.name)),
    arguments: argumentsOf(block.input),
  }
}

/** The arguments of calls, and the results that are objects. */
export const valuesInContent = (content: unknown): object[] =>
  recordsOf(content).flatMap((block) => [block.input, block.content].filter(isRecord))

/** Arguments as JSON text; '{}' when absent. */
export const argumentsOf = (input: unknown): string => (isRecord(input) ? jsonTextOf(input) : '{}')

function parseToolResult(block: JsonRecord, rules: ContentRules): ToolResultPart {
  const { onUnreadInResult } = rules
  const inner = { ...rules, onUnread: (kind: unknown) => onUnreadInResult?.(kind) }
  const { content: given } = block
  const isContent = given === undefined || given === null || typeof given === 'string' || Array.isArray(given)
  // Some clients send the value of the tool itself.
  const parts = parseContent(isContent ? given : isRecord(given) ? jsonTextOf(given) : JSON.stringify(given), inner)
  const content = resultParts(parts, (kind) => onUnreadInResult?.(kind))
  return {
    kind: 'tool_result',
    callId: textOf(block.tool_use_id),
    content,
    ...(block.is_error === true ? { isError: true } : {}),
  }
}

/** Search results that the caller supplies are input for the model: kept as text. */
const searchResultText = (block: JsonRecord): string =>
  [textOf(block.title), textOf(block.source), plainText(block.content)].filter((text) => text !== '').join('\n')

const plainText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : recordsOf(content)
        .map((block) => textOf(block.text))
        .filter((text) => text !== '')
        .join('\n')

/** The cache mark of a block or tool, as a field to spread. */
export function cacheOf(wire: JsonRecord): { cache?: CacheMark } {
  if (!isRecord(wire.cache_control)) return {}
  return { cache: { ttl: wire.cache_control.ttl === '1h' ? '1h' : '5m' } }
}
