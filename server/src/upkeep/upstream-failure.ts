import type { Reason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../core/errors.ts'

/** A failed call of an administrator, who sees the reason. */
export const upstreamFailure = (reason: Reason, cause?: unknown): GatewayError =>
  new GatewayError('upstream_call_failed', { reason }, { cause })
