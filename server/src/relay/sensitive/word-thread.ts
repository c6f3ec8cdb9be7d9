import { GatewayError } from '../../core/errors.ts'
import type { FoundWords } from '../../core/sensitive/word-finder.ts'
import { workerAddress } from '../../platform/packaged.ts'
import type { Matcher } from './matcher.ts'
import type { WordJob, WordList, WordQuestion, WordReport } from './word-worker.ts'

type Answer = string | null | FoundWords[]

/** A matcher for many words, in a separate thread, so that building and searching block no call. */
export interface WordThread extends Matcher {
  /** Resolves when the words are compiled; rejects if that fails. */
  readonly ready: Promise<void>
  /** The thread has crashed, hung or been closed. */
  readonly isOver: boolean
  /** Ends the thread after its running searches; later searches go to `next`. Null = no words. */
  replaceBy(next: Matcher | null): void
  close(): void
}

export interface WordThreadOptions {
  createWorker?: () => Worker
  /** Called once if the thread ends by itself. */
  onFailure: (reason: string) => void
  /** Time limits for compiling the words and for an answer. */
  readyMs?: number
  answerMs?: number
}

export function createWordThread(words: readonly string[], options: WordThreadOptions): WordThread {
  const { createWorker = startWorker, onFailure, readyMs = 120_000, answerMs = 30_000 } = options
  const worker = createWorker()
  const pending = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void; timer: Timer }>()
  const readiness = Promise.withResolvers<void>()
  // Rejects only if someone awaits it.
  readiness.promise.catch(() => {})
  const readyTimer = setTimeout(() => fail('the words were not made ready in time'), readyMs)
  let nextId = 1
  let isOver = false
  let successor: { matcher: Matcher | null } | null = null

  worker.onmessage = ({ data }: MessageEvent<WordReport>) => {
    if (data.id === null) {
      clearTimeout(readyTimer)
      readiness.resolve()
      return
    }
    const job = pending.get(data.id)
    if (!job) return
    pending.delete(data.id)
    clearTimeout(job.timer)
    job.resolve(data.answer)
    closeIfIdle()
  }
  worker.onerror = (event) => fail(event.message)
  worker.addEventListener('close', () => fail('the thread ended'))
  worker.postMessage({ kind: 'words', lines: words.join('\n') } satisfies WordList)

  function fail(reason: string): void {
    if (isOver) return
    end()
    onFailure(reason)
  }

  function end(): void {
    isOver = true
    clearTimeout(readyTimer)
    worker.terminate()
    const error = new GatewayError('word_check_failed')
    readiness.reject(error)
    for (const job of pending.values()) {
      clearTimeout(job.timer)
      job.reject(error)
    }
    pending.clear()
  }

  function closeIfIdle(): void {
    if (successor && pending.size === 0 && !isOver) end()
  }

  function ask(question: WordQuestion): Promise<Answer> {
    if (isOver) return Promise.reject(new GatewayError('word_check_failed'))
    const id = nextId++
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => fail('no answer in time'), answerMs)
      pending.set(id, { resolve, reject, timer })
      worker.postMessage({ id, ...question } satisfies WordJob)
    })
  }

  return {
    ready: readiness.promise,
    get isOver() {
      return isOver
    },
    // The casts: the kind of a question decides the type of its answer.
    firstIn(texts) {
      if (successor) return successor.matcher?.firstIn(texts) ?? null
      return ask({ kind: 'first', texts: [...texts] }) as Promise<string | null>
    },
    findIn(texts) {
      if (successor) return successor.matcher?.findIn(texts) ?? texts.map(() => nothing)
      return ask({ kind: 'find', texts }) as Promise<FoundWords[]>
    },
    replaceBy(next) {
      successor = { matcher: next }
      closeIfIdle()
    },
    close() {
      if (!isOver) end()
    },
  }
}

type Timer = ReturnType<typeof setTimeout>

const nothing: FoundWords = { first: null, covered: [], open: 0 }

function startWorker(): Worker {
  const worker = new Worker(workerAddress('relay/sensitive/word-worker.ts'))
  worker.unref()
  return worker
}
