import type { ErrorCode } from '@sluice/contract/error-codes'
import type { ReasonSentence } from '@sluice/contract/error-reasons'
import { GatewayError } from '../core/errors.ts'

/** The refusal of a request because of one of its fields. */
export const refusedField = (
  field: string,
  reason: ReasonSentence,
  code: ErrorCode = 'invalid_parameters',
): GatewayError => new GatewayError(code, { reason }, { fields: { [field]: reason } })

/** The refusal of a request for what no field of it is to blame. */
export const refusedRequest = (reason: ReasonSentence): GatewayError =>
  new GatewayError('invalid_parameters', { reason })
