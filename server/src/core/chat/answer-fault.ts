import { GatewayError } from '../errors.ts'
import type { FinishReason, NaturalEnd } from './chat-response.ts'

/** The error in place of an answer that the upstream could not finish: most formats have no such end. */
export const answerFault = {
  message: 'The model could not finish its answer.',
  type: 'server_error',
  code: null,
}

/** The end of an answer. Throws GatewayError for one that failed: it must not be written as an answer. */
export function naturalEnd(reason: FinishReason | null): NaturalEnd | null {
  if (reason === 'error') throw new GatewayError('upstream_invalid_response', {}, { detail: answerFault.message })
  return reason
}
