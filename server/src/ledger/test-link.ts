import type { Store } from '../store/open-database.ts'
import { StoreError } from '../store/store-error.ts'
import type { BatchWriter } from './batch-queue.ts'

/** Where a process stops: before a batch is sent, after its commit without the answer, or with the answer. */
export type StopPoint = 'sending' | 'committed' | 'answered'

/** The path of the batches of one process to the database. A test breaks it, or stops the process there. */
export class BatchLink {
  /** No batch is committed, because the process has lost the database. */
  isCut = false
  /** How many of the next batches are committed without an answer, because their connection breaks. */
  lostAnswers = 0
  /** How many of the next batches are not committed, because their connection breaks before. */
  lostBatches = 0
  #due: { batch: number; point: StopPoint; reached(): void } | null = null
  #stopped: PromiseWithResolvers<void> | null = null
  #sending: Promise<unknown> = Promise.resolve()

  /** Stops the process at `point` of a batch; 1 is the next. Resolves when the process has stopped there. */
  stopAt(batch: number, point: StopPoint): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#due = { batch, point, reached: resolve }
    return promise
  }

  /** Until `resume` no batch is sent, and no answer arrives. Resolves when the database has what was sent before. */
  async stop(): Promise<void> {
    this.#due = null
    this.#stopped ??= Promise.withResolvers()
    await this.#sending.catch(() => {})
  }

  resume(): void {
    this.#stopped?.resolve()
    this.#stopped = null
  }

  /** Sends a batch. */
  async run<T>(send: () => Promise<T>): Promise<T> {
    if (this.#due) this.#due.batch -= 1
    this.#stopIfDue('sending')
    // Nothing is awaited between this check and `send`, so that nothing is sent after `stop`.
    for (let pause = this.#pause(); pause; pause = this.#pause()) await pause
    if (this.isCut || this.lostBatches > 0) {
      if (!this.isCut) this.lostBatches -= 1
      throw new StoreError('unreachable', 'the connection broke before the commit')
    }
    const sending = send()
    this.#sending = sending
    const answer = await sending
    this.#stopIfDue('committed')
    for (let pause = this.#pause(); pause; pause = this.#pause()) await pause
    if (this.lostAnswers > 0) {
      this.lostAnswers -= 1
      throw new StoreError('unreachable', 'the connection broke after the commit')
    }
    this.#stopIfDue('answered')
    return answer
  }

  /** Resolves when the process resumes; null = it is running. */
  #pause(): Promise<void> | null {
    return this.#stopped?.promise ?? null
  }

  #stopIfDue(point: StopPoint): void {
    if (this.#due?.point !== point || this.#due.batch > 0) return
    this.#due.reached()
    this.#due = null
    this.#stopped ??= Promise.withResolvers()
  }
}

/** The store of a process whose batches pass `link`. */
export function withLink(store: Store, link: BatchLink): Store {
  if (store.engine === 'sqlite') return store
  const batches = new Proxy(store.batches, {
    get(target, name) {
      if (name !== 'connection') return Reflect.get(target, name, target)
      return () => ({
        execute: <T>(work: (db: Store['batches']) => Promise<T>): Promise<T> =>
          link.run(() => target.connection().execute(work)),
      })
    },
  })
  return new Proxy(store, {
    get: (target, name) => (name === 'batches' ? batches : Reflect.get(target, name, target)),
  })
}

/** The writer of the embedded database, whose batches pass `link`. */
export const withWriterLink = (writer: BatchWriter, link: BatchLink): BatchWriter => ({
  write: (operations) => link.run(() => writer.write(operations)),
  close: () => writer.close(),
})
