import type { Reading } from './reading.ts'

/** This process as one of the workers of `sluice serve --workers N`. */
export interface WorkerSlot {
  /** From 1. */
  readonly number: number
  readonly count: number
  /** Whether no other worker serves the port while this one starts. */
  readonly isAlone: boolean
  /** How many workers serve now, as far as this one knows. */
  readonly serving: number
  /** Sets the function by which other workers read the metrics of this one. */
  answerWith(read: () => Reading[]): void
  /** The metrics of each worker by its number. A worker that does not answer within a second is missing. */
  collect(): Promise<ReadonlyMap<number, readonly Reading[]>>
}

/** Messages of a worker to the process that started it. */
export type FromWorker =
  | { kind: 'ready'; url: string; lines: readonly string[] }
  /** Asks for the metrics of the others. */
  | { kind: 'collect'; id: number }
  /** Answers `read`. */
  | { kind: 'readings'; id: number; readings: Reading[] }

export type ToWorker =
  | { kind: 'read'; id: number }
  /** How many workers serve now. */
  | { kind: 'serving'; count: number }
  /** Answers `collect`. */
  | { kind: 'collected'; id: number; others: [worker: number, readings: Reading[]][] }
