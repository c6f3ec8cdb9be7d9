import type { InvalidCode } from '@sluice/contract/error-params'
import type { Reason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../core/errors.ts'

/** The refusal of a request because of one of its fields. */
export const refusedField = (field: string, reason: Reason, code: InvalidCode = 'invalid_parameters'): GatewayError =>
  new GatewayError(code, { reason }, { fields: { [field]: reason } })

/** The refusal of a request for a reason that belongs to no field. */
export const refusedRequest = (reason: Reason): GatewayError => new GatewayError('invalid_parameters', { reason })
