import type { Usage } from '../usage/usage.ts'
import type { Citation, Part } from './content.ts'

export type FinishReason =
  | 'stop'
  | 'stop_sequence'
  | 'length'
  | 'context_full'
  | 'tool_calls'
  | 'content_filter'
  | 'refusal'
  | 'pause'
  | 'error'

/** How an answer ends that the upstream did not fail to finish. */
export type NaturalEnd = Exclude<FinishReason, 'error'>

/** A whole answer in the neutral form. */
export interface ChatResponse {
  id: string
  model: string
  /** Seconds; 0 = the protocol has no time. */
  createdAt: number
  choices: ChatChoice[]
  usage: Usage | null
  /** Names of the parts that its reader cannot hold: `answer.container_upload`. Absent = there are none. */
  unread?: string[]
}

export interface ChatChoice {
  index: number
  parts: Part[]
  finishReason: FinishReason | null
  /** The matched stop sequence, if known. */
  stopSequence?: string
}

/**
 * The events of a stream, in order. `choice` is 0 unless several answers were requested. Parts do not nest; a part
 * starts with its first event and ends with `part_end` or with the first event of another part of the same choice. The
 * tool calls of one choice are numbered by `call` from 0.
 */
export type ChatEvent =
  | { kind: 'start'; id: string; model: string; createdAt: number; usage: Usage | null }
  | { kind: 'text'; choice: number; text: string }
  | { kind: 'reasoning'; choice: number; text: string }
  | { kind: 'reasoning_signature'; choice: number; signature: string }
  | { kind: 'reasoning_redacted'; choice: number; data: string }
  | { kind: 'refusal'; choice: number; text: string }
  | { kind: 'citation'; choice: number; citation: Citation }
  | { kind: 'tool_start'; choice: number; call: number; id: string; name: string; signature?: string }
  | { kind: 'tool_arguments'; choice: number; call: number; text: string }
  | { kind: 'media'; choice: number; part: Extract<Part, { kind: 'image' | 'audio' }> }
  | { kind: 'part_end'; choice: number }
  /** Cumulative: the last one counts. */
  | { kind: 'usage'; usage: Usage }
  | { kind: 'finish'; choice: number; reason: FinishReason; stopSequence?: string }
  /** The upstream failed. `error` is its own error object. Nothing follows. */
  | { kind: 'error'; error: { message: string; type: string; code: string | null } }
  /** The protocol's end marker: the answer is complete. */
  | { kind: 'end' }

/** Reads the data of consecutive server-sent events. Never throws: unreadable data yields no event. */
export interface ChatStreamParser {
  /** `event` is the SSE event name, if the protocol uses one. */
  push(data: string, event: string | null): ChatEvent[]
  /** Works on what large data has left to do; false when nothing is left. Absent = nothing is ever left. */
  step?(): boolean
  /** The stream has ended. True if the answer is complete. */
  isComplete(): boolean
}

/** Writes neutral events as frames (whole server-sent events, terminators included) of a client's protocol. */
export interface ChatStreamBuilder {
  /** Frames for `event`; '' for none. */
  push(event: ChatEvent): string
  /** Frames that end a complete answer: usage, stop, end marker, as the protocol requires. */
  end(): string
  /** An error frame in the form that must follow the earlier frames; absent = unchanged. */
  fail?(frame: string): string
  /** The length of the frames that one later event may bring by itself; absent = a short one. */
  heldLength?(): number
  /** The JSON texts that are read for `event`, or for the end (null), where they are held; absent = none. */
  textsToRead?(event: ChatEvent | null): string[]
}
