import type { Logger } from 'pino'
import { estimateJsonTokens } from '../../core/tokens/estimate-json.ts'
import { type Clock, systemClock } from '../clock.ts'
import { workerAddress } from '../packaged.ts'
import { type Countable, estimateOf } from './counting.ts'
import type { CountJob, CountResult, LoadingNotice } from './token-worker.ts'

export interface TokenCounter {
  /**
   * Tokens of a request's prompt: its parsed body, its JSON text, or its bytes. A prompt of many bytes (`size`) is
   * estimated. Never rejects.
   */
  countPrompt(body: unknown, model: string, size?: number): Promise<number>
  /** Tokens of a text; of a very long one an estimate. Never rejects. */
  countText(text: string, model: string): Promise<number>
  /** Quick estimate from the JSON of a request, without parsing it. */
  estimatePrompt(body: Uint8Array | string): number
  /**
   * Loads the vocabulary of the model in the background, once. A later exact count then finds it loaded; a process that
   * relays no calls saves its 70 MB.
   */
  prepare(model: string): void
  close(): void
}

export interface TokenCounterOptions {
  log: Logger
  clock?: Clock
  createWorker?: () => Worker
  /** The longest queue; further jobs are estimated. */
  pendingMax?: number
  /** A slower job is estimated, and the worker is replaced unless it loads a vocabulary. */
  timeoutMs?: number
}

interface Pending {
  resolve: (tokens: number | Promise<number>) => void
  estimate: () => Promise<number>
  timer: ReturnType<typeof setTimeout>
}

/** Larger texts are not copied to the thread, which would need longer for them than it has. */
const unitsMax = 8_388_608
const restartPauseMs = 1000
/** A machine under load loads slowly; a worker that is replaced would begin again. */
const loadingMsMax = 120_000

/**
 * Exact counts with the model's vocabulary, in a worker thread that starts with the first job or with `prepare`:
 * loading the vocabulary, and unbroken text, would block the event loop for hundreds of milliseconds. If the worker
 * fails (full queue, crash, timeout), the result is the arithmetic estimate.
 */
export function createTokenCounter(options: TokenCounterOptions): TokenCounter {
  const { log, clock = systemClock, createWorker = startWorker, pendingMax = 64, timeoutMs = 10_000 } = options
  const pending = new Map<number, Pending>()
  let worker: Worker | null = null
  let nextId = 1
  let restartAt = Number.NEGATIVE_INFINITY
  let isClosed = false
  let isPrepared = false
  /** Monotonic time since when the worker starts or loads a vocabulary; null = it counts. */
  let loadingSince: number | null = null

  function takeResult(id: number, tokens: number | null): void {
    const job = pending.get(id)
    if (job === undefined) return
    pending.delete(id)
    clearTimeout(job.timer)
    job.resolve(tokens ?? job.estimate())
  }

  function dropWorker(reason: string): void {
    worker?.terminate()
    worker = null
    restartAt = clock.monotonic() + restartPauseMs
    log.warn({ reason, estimated: pending.size }, 'the token counting thread is replaced')
    estimatePending()
  }

  function giveUp(id: number): void {
    const isLoading = loadingSince !== null && clock.monotonic() - loadingSince < loadingMsMax
    if (isLoading) takeResult(id, null)
    else dropWorker('timeout')
  }

  function estimatePending(): void {
    for (const job of pending.values()) {
      clearTimeout(job.timer)
      job.resolve(job.estimate())
    }
    pending.clear()
  }

  function workerForJob(): Worker | null {
    if (worker !== null) return worker
    if (isClosed || clock.monotonic() < restartAt) return null
    const started = createWorker()
    loadingSince = clock.monotonic()
    started.onmessage = ({ data }: MessageEvent<CountResult | LoadingNotice>) => {
      loadingSince = 'isLoading' in data ? clock.monotonic() : null
      if ('id' in data) takeResult(data.id, data.tokens)
    }
    started.onerror = (event) => {
      if (worker === started) dropWorker(event.message)
    }
    worker = started
    return started
  }

  function count(what: Countable, model: string): Promise<number> {
    const estimate = () => estimateOf(what, model)
    const target = pending.size < pendingMax ? workerForJob() : null
    if (target === null) return estimate()
    const id = nextId++
    return new Promise((resolve) => {
      const timer = setTimeout(() => giveUp(id), timeoutMs)
      pending.set(id, { resolve, estimate, timer })
      const post = (counted: Countable) => target.postMessage({ id, model, what: counted } satisfies CountJob)
      try {
        post(what)
      } catch {
        // A number with all its digits (`RawJson`) cannot be copied to the thread.
        try {
          post(asText(what))
        } catch {
          takeResult(id, null)
        }
      }
    })
  }

  return {
    countPrompt: (body, model, size = 0) =>
      size > unitsMax
        ? estimateOf({ kind: 'prompt', body: readBytes(body) }, model)
        : count({ kind: 'prompt', body: readBytes(body) }, model),
    countText(text, model) {
      if (text === '') return Promise.resolve(0)
      return text.length > unitsMax ? estimateOf({ kind: 'text', text }, model) : count({ kind: 'text', text }, model)
    },
    estimatePrompt: (body) => estimateJsonTokens(typeof body === 'string' ? body : decoder.decode(body)),
    prepare(model) {
      if (isPrepared) return
      isPrepared = true
      void count({ kind: 'text', text: 'a' }, model).then(() => log.debug('the vocabulary is loaded'))
    },
    close() {
      isClosed = true
      worker?.terminate()
      worker = null
      estimatePending()
    },
  }
}

const decoder = new TextDecoder()

const asText = (what: Countable): Countable =>
  what.kind === 'text' ? what : { kind: 'prompt', body: JSON.stringify(what.body) }

const readBytes = (body: unknown): unknown => (body instanceof Uint8Array ? decoder.decode(body) : body)

function startWorker(): Worker {
  const worker = new Worker(workerAddress('platform/token-counter/token-worker.ts'))
  worker.unref()
  return worker
}
