import type { AttemptFailure } from '../call/upstream-error.ts'
import type { Attempt, PlainAnswer, SentAttempt } from '../passage/passage.ts'
import type { OpenedStream } from './open-stream.ts'

/** How an attempt ended: with a whole answer, with the begin of a stream, or without an answer. */
export type AttemptOutcome =
  | PlainAnswer
  | { kind: 'stream'; attempt: SentAttempt; response: Response; stream: OpenedStream }
  | (FailedAttempt & { attempt: Attempt })

/** A failed attempt of any work. */
export interface FailedAttempt {
  kind: 'failed'
  failure: AttemptFailure
  /** No other channel may be tried, because the upstream may have taken the work. */
  isFinal?: boolean
}
