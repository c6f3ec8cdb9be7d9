import { recordOf } from '@sluice/contract/read-json'
import { GatewayError } from '../core/errors.ts'
import { invalidRequest } from '../core/invalid-request.ts'
import { readExactJson } from '../core/json/exact-json.ts'
import { buildSessionChange, parseSessionChange } from '../protocols/openai-realtime/client-event.ts'
import { priceOf } from '../relay/admission/price-of.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import type { AdmittedSession } from './admit-session.ts'

type NamedSession = Pick<AdmittedSession, 'caller' | 'model' | 'snapshot'>

/**
 * A client's event with the upstream's name of the model. `transcribes`: the upstream has a separate model for the
 * client's speech. Throws GatewayError for an event that is refused.
 */
export function checkClientEvent(
  message: string,
  { call, session, upstreamModel, transcribes }: ClientEventContext,
): string {
  const change = parseSessionChange(message)
  if (change === null) return message
  if (change === 'unreadable') throw invalidRequest('eventUnreadable')
  if (change.transcriber !== null && transcribes) checkTranscriber(call, session, change.transcriber)
  if (change.model === null) return buildSessionChange(change.event, null)
  if (change.model !== session.model && change.model !== upstreamModel) throw invalidRequest('sessionModelFixed')
  return buildSessionChange(change.event, upstreamModel)
}

export interface ClientEventContext {
  call: Pick<RelayCall, 'startedAt'>
  session: NamedSession
  upstreamModel: string
  transcribes: boolean
}

function checkTranscriber(call: Pick<RelayCall, 'startedAt'>, { caller, snapshot }: NamedSession, model: string): void {
  if (caller.modelLimits && !caller.modelLimits.has(model)) throw new GatewayError('model_not_allowed', { model })
  if (!priceOf(call, caller, model, snapshot.options)) throw new GatewayError('model_price_error', { model })
}

/** The event about a session, with the caller's name of the model. */
export function withClientModel(message: string, { model, upstreamModel }: { model: string; upstreamModel: string }) {
  if (upstreamModel === model) return message
  const event = recordOf(readExactJson(message))
  return recordOf(event.session).model === undefined ? message : buildSessionChange(event, model)
}
