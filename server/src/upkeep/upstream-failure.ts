import type { ReasonSentence } from '@sluice/contract/error-reasons'
import { GatewayError } from '../core/errors.ts'

/** A call for administrators that came to nothing; the reason is shown to them. */
export const upstreamFailure = (reason: ReasonSentence, cause?: unknown): GatewayError =>
  new GatewayError('upstream_call_failed', { reason }, { cause })
