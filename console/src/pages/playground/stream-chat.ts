import { isRecord, recordOf } from '@sluice/contract/read-json'
import type { AnswerEvent } from './message.ts'
import { createFrameSplitter, errorOf, type FrameEvent, parseFrame } from './parse-stream.ts'

/** What a call needs: network, time, and messages in the language of the user. */
export interface StreamDependencies {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Rejects when `signal` aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** The language of the server's messages. */
  language(): string
  onUnauthorised(): void
  sentences: {
    status(status: number): string
    unreadable(): string
    unreachable(): string
    cut(): string
  }
}

const path = '/pg/chat/completions'
const reconnectMs = 3_000
/** A call that breaks off before its answer may have cost something: it is sent at most this many times. */
const sendsMax = 2

/**
 * Calls a model and emits the events of its answer; the last one is `end`, `failed` or `stopped`. While the server is
 * unreachable it waits, until the user stops it. Never rejects.
 */
export async function streamChat(
  dependencies: StreamDependencies,
  call: { body: unknown; userId: number; signal: AbortSignal },
  onEvent: (event: AnswerEvent) => void,
): Promise<void> {
  const startedAt = dependencies.now()
  const at = () => dependencies.now() - startedAt
  const { signal } = call
  let isOpen = false
  try {
    const response = await connect(dependencies, call, onEvent)
    isOpen = true
    const requestId = response.headers.get('x-oneapi-request-id')
    onEvent({ type: 'open', requestId })
    const failure = response.ok
      ? await readAnswer(dependencies, { response, requestId }, (event) =>
          onEvent('text' in event ? { ...event, at: at() } : event),
        )
      : await readRefusal(dependencies, { response, requestId })
    onEvent(failure === null ? { type: 'end', at: at() } : { type: 'failed', error: failure, at: at() })
  } catch {
    if (signal.aborted) return onEvent({ type: 'stopped', at: at() })
    const { cut, unreachable } = dependencies.sentences
    onEvent({ type: 'failed', error: isOpen ? cut() : unreachable(), at: at() })
  }
}

async function connect(
  dependencies: StreamDependencies,
  { body, userId, signal }: { body: unknown; userId: number; signal: AbortSignal },
  onEvent: (event: AnswerEvent) => void,
): Promise<Response> {
  let tries = 0
  for (let sends = 1; ; sends++) {
    onEvent({ type: 'connecting', tries })
    try {
      return await dependencies.fetch(path, {
        method: 'POST',
        cache: 'no-store',
        credentials: 'same-origin',
        headers: {
          'Content-Type': 'application/json',
          'New-Api-User': String(userId),
          'Accept-Language': dependencies.language(),
        },
        body: JSON.stringify(body),
        signal,
      })
    } catch (cause) {
      if (signal.aborted || sends >= sendsMax) throw cause
    }
    do {
      tries++
      onEvent({ type: 'connecting', tries })
      await dependencies.wait(reconnectMs, signal)
    } while (!(await isReachable(dependencies, signal)))
  }
}

/** Polls a free endpoint. */
const isReachable = ({ fetch }: StreamDependencies, signal: AbortSignal): Promise<boolean> =>
  fetch('/api/status', { cache: 'no-store', signal }).then(
    (response) => response.ok,
    () => false,
  )

interface Opened {
  response: Response
  requestId: string | null
}

type TimelessEvent = Exclude<FrameEvent, { type: 'error' | 'done' | 'unreadable' }>

/** Reads to the end marker, or to the end. Returns what went wrong; null = nothing. */
async function readAnswer(
  { sentences }: StreamDependencies,
  { response, requestId }: Opened,
  onEvent: (event: TimelessEvent) => void,
): Promise<string | null> {
  const splitter = createFrameSplitter()
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  if (!reader) return sentences.unreadable()
  for (;;) {
    const { done, value } = await reader.read()
    const data = done ? splitter.end() : splitter.push(decoder.decode(value, { stream: true }))
    for (const event of data.flatMap(parseFrame)) {
      if (event.type !== 'error' && event.type !== 'done' && event.type !== 'unreadable') {
        onEvent(event)
        continue
      }
      reader.cancel().catch(() => {})
      if (event.type === 'done') return null
      return event.type === 'error' ? withoutRequestId(event.message, requestId) : sentences.unreadable()
    }
    if (done) return null
  }
}

/** The server's message of an answer that is no success. */
export async function readRefusal(
  dependencies: Pick<StreamDependencies, 'sentences' | 'onUnauthorised'>,
  { response, requestId }: Opened,
): Promise<string> {
  const { sentences } = dependencies
  if (response.status === 401) dependencies.onUnauthorised()
  const body: unknown = await response.json().catch(() => null)
  const { error } = recordOf(body)
  if (!isRecord(error)) return sentences.status(response.status)
  return withoutRequestId(errorOf(error).message, requestId)
}

/** Messages of the server end with the request id in parentheses. The playground shows it separately. */
function withoutRequestId(message: string, requestId: string | null): string {
  const start = message.lastIndexOf(' (')
  return requestId !== null && start >= 0 && message.endsWith(`${requestId})`) ? message.slice(0, start) : message
}
