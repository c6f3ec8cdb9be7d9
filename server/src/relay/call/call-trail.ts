import type { Quota } from '@sluice/contract/quota'
import type { GatewayError } from '../../core/errors.ts'
import type { Usage } from '../../core/usage/usage.ts'
import type { CallEnd } from './call-end.ts'

/** What became of a call, for metrics and traces. Its stages fill it in; it is read once, when the call is over. */
export interface CallTrail {
  /** Monotonic instants at which the stages ended; null = not reached. */
  identifiedAt: number | null
  admittedAt: number | null
  /** An answer began, or no channel was left. */
  attemptedAt: number | null
  /** The model of an admitted call: a name of the site, not any name of the caller. */
  routedModel: string | null
  isStream: boolean
  /** HTTP status of the answer's head; null = none was sent. */
  status: number | null
  /** What was settled; null = nothing was charged. */
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
