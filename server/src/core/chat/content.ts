/**
 * The neutral form of a conversation: what OpenAI Chat, Anthropic Messages and Gemini generateContent can all be
 * read into and written from. A protocol writes what it can express; what it cannot is dropped by its `build…`,
 * and the table in docs/ says so.
 */

/** Where bytes of an image, a document or a sound are. `fileId` is the upstream's own name for a stored file. */
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
  /** What was said, where the protocol tells it. */
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
  /** Never empty: a protocol without ids gets one that is stable for the conversation. */
  id: string
  name: string
  /** JSON text of the arguments as the model wrote it; '{}' for none. It may not be valid JSON. */
  arguments: string
  /** Opaque state that must come back with the call (Gemini's thought signature). */
  signature?: string
  cache?: CacheMark
}

export interface ToolResultPart {
  kind: 'tool_result'
  callId: string
  /** Name of the function, where it is known. */
  name?: string
  content: (TextPart | ImagePart | FilePart)[]
  isError?: boolean
  cache?: CacheMark
}

/** Reasoning of the model. Text, opaque state, or both; state is valid only where it came from. */
export interface ReasoningPart {
  kind: 'reasoning'
  text: string
  /** Anthropic `signature`, Gemini `thoughtSignature`. */
  signature?: string
  /** Anthropic `redacted_thinking.data`: no text at all. */
  redacted?: string
  /** Whose state it is, where that is told: `anthropic-claude-v1`, `google-gemini-v1`, … */
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
  /** Tool results stand in `user` messages. `system` in the middle of a conversation stays where it is. */
  role: 'system' | 'user' | 'assistant'
  parts: Part[]
  /** OpenAI `name`. */
  name?: string
}
