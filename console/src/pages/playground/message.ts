/** The figures of an answer. Absent = unknown. */
export interface AnswerFacts {
  promptTokens?: number
  completionTokens?: number
  /** Milliseconds to the first text, and to the end. */
  firstMs?: number
  totalMs?: number
  /** Quota. */
  charge?: number
  /** The charge is estimated from the price list, because the log does not contain it. */
  isEstimated?: boolean
  requestId?: string
  /** Milliseconds from the first thought to the first text. */
  thoughtMs?: number
  /** Why the model ended the answer, in the words of the wire. */
  finishReason?: string
}

/** Why an answer is cut off although nothing failed: the output limit, or the provider's content filter. */
export type Shortfall = 'length' | 'content_filter'

/** The meaning of a `finish_reason`; null = the answer is whole. */
export const shortfallOf = (finishReason: unknown): Shortfall | null =>
  finishReason === 'length' || finishReason === 'content_filter' ? finishReason : null

/** A file of a question. `data` is base64, of a text the text. */
export type Attachment =
  | { kind: 'sound'; name: string; format: 'wav' | 'mp3'; data: string }
  | { kind: 'pdf' | 'text'; name: string; data: string }

export interface ToolCall {
  id: string
  name: string
  /** JSON as the model wrote it. */
  arguments: string
  /** Absent = it has no result yet. */
  result?: string
}

/** An answer is loading until its first text, then incomplete while it grows. Complete and error are final. */
type MessageStatus = 'loading' | 'incomplete' | 'complete' | 'error'

export interface ChatMessage {
  id: string
  role: 'user' | 'assistant'
  /** Milliseconds. */
  createAt: number
  content: string
  status: MessageStatus
  /** The model's thoughts before its answer. */
  reasoning?: string
  /** The functions that the model asks for, in its order. */
  toolCalls?: ToolCall[]
  /** Pictures as data URLs. */
  images?: string[]
  /** The message had pictures that this browser no longer stores. */
  lostImages?: number
  /** Sound, PDFs and texts that the person attached. */
  files?: Attachment[]
  /** The same of files and of sound in the answer. */
  lostFiles?: number
  /** Sound of the answer: pieces of base64, 16 bits at 24 kHz. */
  sound?: string[]
  /** Which model answered. */
  model?: string
  /** The message of the error. */
  error?: string
  /** Absent = the answer is whole, according to the model. */
  shortfall?: Shortfall
  /** Stopped by the user. */
  isStopped?: boolean
  /** The number of retries while the network is unavailable. */
  tries?: number
  /** An example, shown before the first question and never sent. */
  isSample?: boolean
  facts?: AnswerFacts
  /** Other answers to the same question, before and after this one. They have no versions of their own. */
  earlier?: ChatMessage[]
  later?: ChatMessage[]
}

/** A part of a call of a tool: its name comes first, then its arguments piece by piece. */
export interface ToolPiece {
  type: 'tool'
  index: number
  id?: string
  name?: string
  text: string
  at: number
}

/** An event of an answer. `at` in milliseconds since the question was sent. */
export type AnswerEvent =
  | { type: 'connecting'; tries: number }
  | { type: 'open'; requestId: string | null }
  | { type: 'text'; text: string; at: number }
  | { type: 'reasoning'; text: string; at: number }
  | ToolPiece
  | { type: 'picture'; url: string }
  | { type: 'sound'; data: string }
  | { type: 'finish'; reason: string }
  | { type: 'usage'; promptTokens: number; completionTokens: number }
  | { type: 'failed'; error: string; at: number }
  | { type: 'stopped'; at: number }
  | { type: 'end'; at: number }

export const isRunning = ({ status }: Pick<ChatMessage, 'status'>): boolean =>
  status === 'loading' || status === 'incomplete'

/** An answer whose call no longer runs: no event follows. */
export function asStopped(message: ChatMessage): ChatMessage {
  if (!isRunning(message)) return message
  const { tries: _, ...rest } = message
  return { ...rest, status: 'complete', isStopped: true }
}

/** `message` after `event`. A complete or failed one is unchanged. */
export function applyEvent(message: ChatMessage, event: AnswerEvent): ChatMessage {
  if (!isRunning(message)) return message
  const { tries: _, ...reached } = message
  const withFacts = (facts: AnswerFacts, more: Partial<ChatMessage> = {}): ChatMessage => ({
    ...reached,
    ...more,
    facts: { ...message.facts, ...facts },
  })
  switch (event.type) {
    case 'connecting':
      return event.tries === 0 ? message : { ...message, tries: event.tries }
    case 'open':
      return event.requestId === null ? reached : withFacts({ requestId: event.requestId })
    case 'text':
    case 'reasoning': {
      const field = event.type === 'text' ? 'content' : 'reasoning'
      const grown = { [field]: (message[field] ?? '') + event.text, status: 'incomplete' } as const
      const firstMs = message.facts?.firstMs ?? event.at
      const hasThought = event.type === 'text' && message.content === '' && message.reasoning !== undefined
      return withFacts({ firstMs, ...(hasThought && { thoughtMs: event.at - firstMs }) }, grown)
    }
    case 'tool': {
      const toolCalls = addPiece(message.toolCalls ?? [], event)
      return withFacts({ firstMs: message.facts?.firstMs ?? event.at }, { toolCalls, status: 'incomplete' })
    }
    case 'picture':
      return { ...reached, status: 'incomplete', images: [...(message.images ?? []), event.url].slice(0, picturesMax) }
    case 'sound':
      return { ...reached, status: 'incomplete', sound: [...(message.sound ?? []), event.data] }
    case 'usage':
      return withFacts({ promptTokens: event.promptTokens, completionTokens: event.completionTokens })
    case 'finish': {
      const shortfall = shortfallOf(event.reason)
      return withFacts({ finishReason: event.reason }, shortfall === null ? {} : { shortfall })
    }
    case 'failed':
      return withFacts({ totalMs: event.at }, { status: 'error', error: event.error })
    case 'stopped':
      return withFacts({ totalMs: event.at }, { status: 'complete', isStopped: true })
    case 'end':
      return withFacts({ totalMs: event.at }, { status: 'complete' })
  }
}

/** The most versions of an answer; the oldest is dropped. */
const versionsMax = 10

/** All answers to one question, in the order in which they were made. */
export const versionsOf = (message: ChatMessage): ChatMessage[] => [
  ...(message.earlier ?? []),
  withoutVersions(message),
  ...(message.later ?? []),
]

/** The shown version alone. */
export function withoutVersions(message: ChatMessage): ChatMessage {
  const { earlier: _, later: __, ...alone } = message
  return alone
}

/** The version at `position` (from 0), with the others around it. */
function versionAt(versions: readonly ChatMessage[], position: number): ChatMessage | undefined {
  const shown = versions[position]
  if (shown === undefined) return undefined
  const earlier = versions.slice(0, position)
  const later = versions.slice(position + 1)
  return { ...shown, ...(earlier.length > 0 && { earlier }), ...(later.length > 0 && { later }) }
}

/** The version that is `step` away from the shown one; without such a version, the message as it is. */
export const showVersion = (message: ChatMessage, step: number): ChatMessage =>
  versionAt(versionsOf(message), (message.earlier?.length ?? 0) + step) ?? message

/** `answer` as the newest version of `message`. */
export function addVersion(message: ChatMessage, answer: ChatMessage): ChatMessage {
  const versions = [...versionsOf(message).slice(1 - versionsMax), answer]
  return versionAt(versions, versions.length - 1) ?? answer
}

/** Changes the version `id` of a message; null = the message has no such version. */
export function mapVersion(
  message: ChatMessage,
  id: string,
  map: (version: ChatMessage) => ChatMessage,
): ChatMessage | null {
  if (message.id === id) return map(message)
  const versions = versionsOf(message)
  const at = versions.findIndex((version) => version.id === id)
  const found = versions[at]
  if (found === undefined) return null
  return versionAt(versions.with(at, map(found)), message.earlier?.length ?? 0) ?? null
}

/** Bounds on what a broken stream can make the page keep. */
const callsMax = 64
const picturesMax = 16

function addPiece(calls: readonly ToolCall[], { index, id, name, text }: ToolPiece): ToolCall[] {
  if (index < 0 || index > calls.length || index >= callsMax) return [...calls]
  const call = calls[index] ?? { id: id ?? `call_${index}`, name: '', arguments: '' }
  const grown = { ...call, name: call.name + (name ?? ''), arguments: call.arguments + text }
  return index === calls.length ? [...calls, grown] : calls.with(index, grown)
}

/** Output tokens per second while text arrived; null if the calls are too short to measure it. */
export function tokensPerSecond({ completionTokens, firstMs, totalMs }: AnswerFacts): number | null {
  if (!completionTokens || firstMs === undefined || totalMs === undefined) return null
  const ms = totalMs - firstMs
  return ms < 50 ? null : (completionTokens * 1_000) / ms
}
