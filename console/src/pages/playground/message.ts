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
}

/** Why an answer is cut off although nothing failed: the output limit, or the provider's content filter. */
export type Shortfall = 'length' | 'content_filter'

/** The meaning of a `finish_reason`; null = the answer is whole. */
export const shortfallOf = (finishReason: unknown): Shortfall | null =>
  finishReason === 'length' || finishReason === 'content_filter' ? finishReason : null

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
  /** Pictures as data URLs. */
  images?: string[]
  /** The message had pictures that this browser no longer stores. */
  lostImages?: number
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
}

/** An event of an answer. `at` in milliseconds since the question was sent. */
export type AnswerEvent =
  | { type: 'connecting'; tries: number }
  | { type: 'open'; requestId: string | null }
  | { type: 'text'; text: string; at: number }
  | { type: 'reasoning'; text: string; at: number }
  | { type: 'shortfall'; shortfall: Shortfall }
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
      return withFacts({ firstMs: message.facts?.firstMs ?? event.at }, grown)
    }
    case 'usage':
      return withFacts({ promptTokens: event.promptTokens, completionTokens: event.completionTokens })
    case 'shortfall':
      return { ...reached, shortfall: event.shortfall }
    case 'failed':
      return withFacts({ totalMs: event.at }, { status: 'error', error: event.error })
    case 'stopped':
      return withFacts({ totalMs: event.at }, { status: 'complete', isStopped: true })
    case 'end':
      return withFacts({ totalMs: event.at }, { status: 'complete' })
  }
}

/** Output tokens per second while text arrived; null if the calls are too short to measure it. */
export function tokensPerSecond({ completionTokens, firstMs, totalMs }: AnswerFacts): number | null {
  if (!completionTokens || firstMs === undefined || totalMs === undefined) return null
  const ms = totalMs - firstMs
  return ms < 50 ? null : (completionTokens * 1_000) / ms
}
