import type { InvalidCode } from '@sluice/contract/error-params'
import { makeReason, type Reason, reasonAt } from '@sluice/contract/error-reasons'
import { GatewayError } from '../core/errors.ts'

/** The refusal of a request because of one of its fields. */
export const refusedField = (field: string, reason: Reason, code: InvalidCode = 'invalid_parameters'): GatewayError =>
  new GatewayError(code, { reason: reasonAt(field, reason) }, { fields: { [field]: reason } })

/** The refusal of a request for a reason that belongs to no field. */
export const refusedRequest = (reason: Reason): GatewayError => new GatewayError('invalid_parameters', { reason })

/** The id in a body that may lack one, because clients share its form with the creation. */
export function requireId(id: number | undefined): number {
  if (id === undefined) throw refusedField('id', makeReason('required'))
  return id
}
