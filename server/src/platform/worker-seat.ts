import type { Reading } from './reading.ts'

/** The place of this process among the workers of one `sluice serve --workers N`. */
export interface WorkerSeat {
  /** From 1. */
  readonly number: number
  readonly count: number
  /** How other workers read the metrics of this one. */
  answerWith(read: () => Reading[]): void
  /** The metrics of each worker by its number. A worker that does not answer within a second is missing. */
  collect(): Promise<ReadonlyMap<number, readonly Reading[]>>
}

/** What a worker sends to the process that started it. */
export type FromWorker =
  | { kind: 'ready'; url: string }
  /** Asks for the metrics of the others. */
  | { kind: 'collect'; id: number }
  /** Answers `read`. */
  | { kind: 'readings'; id: number; readings: Reading[] }

export type ToWorker =
  | { kind: 'read'; id: number }
  /** Answers `collect`. */
  | { kind: 'collected'; id: number; others: [worker: number, readings: Reading[]][] }
