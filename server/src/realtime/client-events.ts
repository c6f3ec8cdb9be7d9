import { recordOf } from '@sluice/contract/read-json'
import { GatewayError } from '../core/errors.ts'
import { invalidRequest } from '../core/invalid-request.ts'
import { readExactJson } from '../core/json/exact-json.ts'
import type { JsonScan } from '../core/json/scan-json.ts'
import { askedInEvent } from '../protocols/openai-realtime/asked-tools.ts'
import {
  buildSessionChange,
  buildTranscriberChange,
  parseSessionChange,
  type SessionChange,
} from '../protocols/openai-realtime/client-event.ts'
import { objectsInEvent } from '../protocols/openai-realtime/object-fields.ts'
import { priceOfSums, requirePrice } from '../relay/admission/price-of.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import { sharesObjects } from '../relay/routing/shares-objects.ts'
import type { ChannelState } from '../state/snapshot.ts'
import type { AdmittedSession } from './admit-session.ts'

type NamedSession = Pick<AdmittedSession, 'caller' | 'kind' | 'model' | 'snapshot' | 'terms'>

/**
 * A client's event with the upstream's name of the model. `transcribes`: the upstream has a separate model for the
 * client's speech. Throws GatewayError for an event that is refused.
 */
export function checkClientEvent(
  message: string,
  { call, session, upstreamModel, transcribes, channel, scan }: ClientEventContext,
): string {
  const change = parseSessionChange(message, scan)
  if (change === 'unreadable') throw invalidRequest('eventUnreadable')
  refuseObjects(channel, message)
  refusePaidTools(session, message)
  if (change === null) return message
  if (session.kind === 'transcription') return checkTranscription(change, session, upstreamModel)
  if (change.transcriber !== null && transcribes) checkTranscriber(call, session, change.transcriber)
  if (change.model === null) return buildSessionChange(change.event, null)
  if (change.model !== session.model && change.model !== upstreamModel) throw invalidRequest('sessionModelFixed')
  return buildSessionChange(change.event, upstreamModel)
}

/** A session that only transcribes stays one: its model is the one that it was admitted for. */
function checkTranscription(
  { event, type, model, transcriber }: SessionChange,
  session: NamedSession,
  upstream: string,
) {
  if (type !== null && type !== 'transcription') throw invalidRequest('sessionTypeFixed')
  const isOther = (name: string | null) => name !== null && name !== session.model && name !== upstream
  if (model !== null || isOther(transcriber)) throw invalidRequest('sessionModelFixed')
  return buildTranscriberChange(event, upstream)
}

export interface ClientEventContext {
  call: Pick<RelayCall, 'startedAt'>
  session: NamedSession
  upstreamModel: string
  transcribes: boolean
  channel: Pick<ChannelState, 'setting'>
  /** That of a large message, which was made before. */
  scan?: JsonScan | undefined
}

/** No account makes objects for sessions: only those that the operator shares may be named. */
function refuseObjects(channel: Pick<ChannelState, 'setting'>, message: string): void {
  const named = objectsInEvent(message)
  const unknown = named.find((id) => !sharesObjects(channel, [id]))
  if (unknown !== undefined) throw new GatewayError('stored_object_not_found', { id: unknown.slice(0, 80) })
}

/** No event of a session counts what a tool of the upstream did: only tools that cost nothing may run. */
function refusePaidTools({ model, snapshot, terms }: NamedSession, message: string): void {
  const { SelfUseModeEnabled, UnpricedServiceAction } = snapshot.options
  if (SelfUseModeEnabled || UnpricedServiceAction === 'standard') return
  const paid = askedInEvent(message).find(({ run }) => terms.price.toolPrices[run.tool] !== 0)
  if (paid) throw new GatewayError('tool_price_error', { model, tool: paid.type, option: paid.option })
}

function checkTranscriber(call: Pick<RelayCall, 'startedAt'>, { caller, snapshot }: NamedSession, model: string): void {
  if (caller.modelLimits && !caller.modelLimits.has(model)) throw new GatewayError('model_not_allowed', { model })
  priceOfSums(requirePrice(call, caller, { model }, snapshot.options), call.startedAt, model, ['second'])
}

/** The event about a session, with the caller's name of the model. */
export function withClientModel(
  message: string,
  { model, kind, upstreamModel }: Pick<AdmittedSession, 'model' | 'kind'> & { upstreamModel: string },
) {
  if (upstreamModel === model) return message
  const event = recordOf(readExactJson(message))
  if (kind === 'transcription') return buildTranscriberChange(event, model)
  return recordOf(event.session).model === undefined ? message : buildSessionChange(event, model)
}
