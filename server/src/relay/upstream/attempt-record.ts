import type { AttemptRecord } from '@sluice/contract/usage-log'
import { causeOfFailure } from '../../core/routing/failure-cause.ts'
import type { Clock } from '../../platform/clock.ts'
import { type AttemptError, attemptErrorOf, errorFields } from '../call/attempt-error.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { type AttemptFailure, refusalOf } from '../call/upstream-error.ts'
import type { RouteChoice } from '../routing/route.ts'

type RecordedCall = Pick<RelayCall, 'attempts' | 'startedMonotonic'>

/** The record of an attempt that begins now, added to those of its call. `group`: of calls that try several. */
export function beginRecord(
  { monotonic }: Pick<Clock, 'monotonic'>,
  call: RecordedCall,
  { channel, why }: Pick<RouteChoice, 'channel' | 'why'>,
  group?: string,
): AttemptRecord {
  const record: AttemptRecord = {
    channel_id: channel.id,
    channel_name: channel.name,
    ...(group !== undefined && { group }),
    why,
    status: null,
    error: null,
    started_ms: Math.round(monotonic() - call.startedMonotonic),
    duration_ms: 0,
  }
  call.attempts.push(record)
  return record
}

export function noteDuration(
  { monotonic }: Pick<Clock, 'monotonic'>,
  { startedMonotonic }: RecordedCall,
  record: AttemptRecord,
): void {
  record.duration_ms = Math.round(monotonic() - startedMonotonic) - record.started_ms
}

/** `error`: why the upstream refused the work, where its refusal is the answer. */
export function noteAnswered(record: AttemptRecord, status: number | null, error: AttemptError | null = null): void {
  record.status = status
  Object.assign(record, errorFields(error))
}

export function noteFailed(record: AttemptRecord, status: number | null, failure: AttemptFailure): void {
  record.status = status
  Object.assign(record, errorFields(attemptErrorOf(failure)))
  record.cause = causeOfFailure(refusalOf(failure), failure.error)
}
