import { makeReason, type ReasonCode, type ReasonParams } from '@sluice/contract/error-reasons'
import { textOf } from '@sluice/contract/read-json'
import { GatewayError } from './errors.ts'

/** The refusal of a request to a model, for a reason of the contract. */
export const invalidRequest = <Code extends ReasonCode>(code: Code, ...params: ReasonParams<Code>) =>
  new GatewayError('invalid_request', { reason: makeReason(code, ...params) })

const nameLengthMax = 40

/** The refusal of a message whose role no format has. */
export function unknownRole(wire: unknown): GatewayError {
  const role = textOf(wire).slice(0, nameLengthMax)
  return role === '' ? invalidRequest('roleMissing') : invalidRequest('roleUnknown', { role })
}

/** The refusal of a part of a message whose type no format has. */
export function unknownPart(wire: unknown): GatewayError {
  const type = textOf(wire).slice(0, nameLengthMax)
  return type === '' ? invalidRequest('partTypeMissing') : invalidRequest('partTypeUnknown', { type })
}
