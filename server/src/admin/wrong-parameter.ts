import { GatewayError } from '../core/errors.ts'

export const wrongParameter = (name: string): GatewayError =>
  new GatewayError('invalid_parameters', { reason: `${name} is not valid` })
