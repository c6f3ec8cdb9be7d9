import type { Quota } from '@sluice/contract/quota'
import type { Unbelieved } from '@sluice/contract/usage-log'
import type { GatewayError } from '../../core/errors.ts'
import type { Usage } from '../../core/usage/usage.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CallEnd } from './call-end.ts'

/** The course of a call, for metrics and traces. Its stages fill it in; it is read once, at the end of the call. */
export interface CallTrail {
  /** Monotonic instants at which the stages ended; null = not reached. */
  identifiedAt: number | null
  admittedAt: number | null
  /** An answer began, or no channel was left. */
  attemptedAt: number | null
  /** The model of an admitted call as configured here, not as written by the caller. */
  routedModel: string | null
  isStream: boolean
  /** HTTP status of the answer's head; null = none was sent. */
  status: number | null
  /** The settlement; null = nothing was charged. */
  settled: Settled | null
  /** The error that the caller got; of a stream also after its first byte. */
  error: GatewayError | null
}

interface Settled {
  end: CallEnd
  channelId: number
  upstreamModel: string
  usage: Usage
  quota: Quota
  /** Milliseconds from the call's start to the first frame; null for plain answers. */
  firstFrameMs: number | null
  /** Its usage has counts that no reader knows. Absent = it has none. */
  hasUnknown?: boolean
  /** What its usage says beyond what is possible. Absent = nothing. */
  unbelieved?: Unbelieved | undefined
}

/** The call has passed its checks, and its money is held. */
export function noteAdmitted(
  { monotonic }: Pick<Clock, 'monotonic'>,
  trail: CallTrail,
  routedModel: string,
  isStream: boolean,
): void {
  trail.admittedAt = monotonic()
  trail.routedModel = routedModel
  trail.isStream = isStream
}

/** The charge of a call that is no stream of its own: a task, a batch, a session. */
export function noteSettled(
  { trail }: { trail: CallTrail },
  settled: Omit<Settled, 'channelId' | 'firstFrameMs'> & { channel: { id: number } },
): void {
  const { channel, end, upstreamModel, usage, quota, unbelieved } = settled
  trail.settled = { end, channelId: channel.id, upstreamModel, usage, quota, unbelieved, firstFrameMs: null }
}

export const newCallTrail = (): CallTrail => ({
  identifiedAt: null,
  admittedAt: null,
  attemptedAt: null,
  routedModel: null,
  isStream: false,
  status: null,
  settled: null,
  error: null,
})
