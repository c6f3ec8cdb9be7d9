/**
 * The neutral form of a conversation, which OpenAI Chat, Anthropic Messages and Gemini generateContent can be read into
 * and written from. Each `build…` drops what its protocol cannot express; the tables in docs/ list that.
 */

/** Source of an image, a document or a sound. `fileId` is the upstream's id of a stored file. */
export type MediaSource =
  | { kind: 'base64'; mediaType: string; data: string }
  | { kind: 'url'; url: string; mediaType?: string }
  | { kind: 'file_id'; fileId: string }
  | { kind: 'text'; text: string }

/** A prompt-cache mark that ends a cached prefix here. */
export interface CacheMark {
  ttl: '5m' | '1h'
}

export interface TextPart {
  kind: 'text'
  text: string
  citations?: Citation[]
  cache?: CacheMark
}

export interface ImagePart {
  kind: 'image'
  source: MediaSource
  detail?: 'low' | 'high' | 'auto'
  cache?: CacheMark
}

export interface AudioPart {
  kind: 'audio'
  source: MediaSource
  /** The transcript, if the protocol has one. */
  transcript?: string
}

/** A document (PDF, text, …). */
export interface FilePart {
  kind: 'file'
  source: MediaSource
  name?: string
  cache?: CacheMark
}

export interface ToolCallPart {
  kind: 'tool_call'
  /** Never empty: without an id on the wire it gets one that does not change during the conversation. */
  id: string
  name: string
  /** JSON text of the arguments as the model wrote it; '{}' for none. It may be invalid JSON. */
  arguments: string
  /** Opaque state that must be sent back with the call (Gemini's thought signature). */
  signature?: string
  cache?: CacheMark
}

export interface ToolResultPart {
  kind: 'tool_result'
  callId: string
  /** Name of the function, if known. */
  name?: string
  content: (TextPart | ImagePart | FilePart)[]
  isError?: boolean
  cache?: CacheMark
}

/** Reasoning of the model. Text, opaque state, or both; state is valid only at its origin. */
export interface ReasoningPart {
  kind: 'reasoning'
  text: string
  /** Anthropic `signature`, Gemini `thoughtSignature`. */
  signature?: string
  /** Anthropic `redacted_thinking.data`: without text. */
  redacted?: string
  /** The owner of the state, if known: `anthropic-claude-v1`, `google-gemini-v1`, … */
  format?: string
}

interface RefusalPart {
  kind: 'refusal'
  text: string
}

export interface Citation {
  url?: string
  title?: string
  citedText?: string
}

export type Part =
  | TextPart
  | ImagePart
  | AudioPart
  | FilePart
  | ToolCallPart
  | ToolResultPart
  | ReasoningPart
  | RefusalPart

export interface Message {
  /** Tool results are in `user` messages. A `system` message in the middle of a conversation keeps its position. */
  role: 'system' | 'user' | 'assistant'
  parts: Part[]
  /** OpenAI `name`. */
  name?: string
}

/** The parts that the result of a tool can hold; `onUnread` receives the kinds of the others. */
export function resultParts(parts: readonly Part[], onUnread: (kind: Part['kind']) => void): ToolResultPart['content'] {
  return parts.flatMap((part): ToolResultPart['content'] => {
    if (part.kind === 'text' || part.kind === 'image' || part.kind === 'file') return [part]
    if (part.kind === 'refusal') return [{ kind: 'text', text: part.text }]
    onUnread(part.kind)
    return []
  })
}
