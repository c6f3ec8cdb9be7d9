import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../core/errors.ts'

export const wrongParameter = (name: string): GatewayError =>
  new GatewayError('invalid_parameters', { reason: makeReason('notValid', { name }) })
