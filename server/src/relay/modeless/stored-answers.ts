import { makeReason } from '@sluice/contract/error-reasons'
import type { JsonRecord } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { patchJson } from '../../core/json/patch-json.ts'
import { scanJsonInSteps } from '../../core/json/scan-json.ts'
import { finishInTurns, stepMax } from '../../platform/in-turns.ts'
import { readAnswer } from '../../platform/outbound/read-answer.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { type StoredObjectRow, workPhase } from '../../store/stored-objects.ts'
import { refusalFrom } from '../answer/refusal-from.ts'
import { buildStoredRequest } from '../background/ask-stored.ts'
import { readAnswerObject } from '../background/background-answers.ts'
import { endWithClient } from '../call/end-with-client.ts'
import { refuseAddress } from '../call/refuse-address.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { requireUsable, type StoringAccount } from '../deposits/work-account.ts'
import { enterByKey } from '../entry/enter-by-key.ts'
import type { RelayTools } from '../relay-tools.ts'
import type { AnswerScreen, OnWord } from '../sensitive/screen.ts'
import { screenAnswer } from '../sensitive/screen-answer.ts'
import { screenPrompt } from '../sensitive/screen-prompt.ts'
import { rememberItems } from './remember-items.ts'
import { passStoredStream } from './stored-stream.ts'

/** A call about an answer that an upstream stored. */
export interface StoredAnswerCall {
  id: string
  method: 'GET' | 'POST' | 'DELETE'
  /** Only the items of its input are listed. */
  isOfInput: boolean
}

const shape = /^\/v1\/responses\/([^/]{1,200})(?:\/(cancel|input_items))?$/

/** The stored answer that a path names; null for other paths and methods. */
export function storedAnswerPathOf(method: string, pathname: string): StoredAnswerCall | null {
  const [, id, action] = shape.exec(pathname) ?? []
  if (id === undefined) return null
  const isOfInput = action === 'input_items'
  if (action === 'cancel') return method === 'POST' ? { id, method, isOfInput } : null
  if (method === 'GET') return { id, method, isOfInput }
  return method === 'DELETE' && action === undefined ? { id, method, isOfInput } : null
}

/**
 * Forwards a call to the account that stored the answer, only for the user who created it. It is free: the answer was
 * charged when it was created, or is charged here before its end is passed on. Throws GatewayError.
 */
export async function passStored(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  { id, method, isOfInput }: StoredAnswerCall,
): Promise<Response> {
  const { background, dependencies } = tools
  const { clock, config, log, state } = dependencies
  call.releases.push(() => call.limits.end())
  const { caller } = await enterByKey(tools, call)
  refuseAddress(caller, call.clientAddress)
  const owner = (await tools.objectOwners.find(caller.userId, [id])).get(id)
  if (!owner) throw new GatewayError('stored_answer_not_found', { id: id.slice(0, 80) })
  const channel = state.current().channels.get(owner.channelId)
  if (!channel) throw new GatewayError('stored_answer_not_found', { id: id.slice(0, 80) })
  requireUsable(channel, clock.now())
  const account = { channel, key: owner.key }

  endWithClient(dependencies, call, request)
  const row = isOfInput ? undefined : await background.find(caller.userId, id)
  if (row && method === 'DELETE') await endBeforeDeletion(tools, call, account, row)
  const response = await send(tools, call, account, { method, path: call.path })
  if (response.status < 200 || response.status > 299) {
    log.info({ requestId: call.id, status: response.status }, 'a stored answer was refused')
    return await refusalFrom(call, owner, response)
  }
  if (method === 'DELETE') {
    tools.answerOwners.forget(id)
    await tools.objectOwners.forget(caller.userId, id)
    if (row) await background.forget(row)
  }
  call.limits.succeeded()
  const { screen, onWord } = await screenPrompt(tools, call, caller, {})
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) {
    if (row) await background.refuseUnpaid(row)
    return passStoredStream(tools, call, { response, row, screen, onWord })
  }
  const bytes = await readAnswer(response, config.MAX_RESPONSE_MB * 1_048_576, () => call.abort.reason)
  if (isOfInput) await rememberItems(tools.objectOwners, caller.userId, owner, bytes)
  const isBackground = row !== undefined && method !== 'DELETE'
  const object = isBackground || screen ? await readAnswerObject(bytes) : null
  if (isBackground) await chargeEnd(tools, row, object)
  const shown = screen ? await screened(bytes, object, screen, onWord) : bytes
  const named = await finishInTurns(withClientModel(channel, shown))
  return new Response(named, { headers: { 'content-type': 'application/json' } })
}

const send = (
  { callUpstream, dependencies, hopId }: RelayTools,
  call: RelayCall,
  account: StoringAccount,
  { method, path }: { method: 'GET' | 'POST' | 'DELETE'; path: string },
): Promise<Response> =>
  callUpstream(
    buildStoredRequest(dependencies.state.current(), account, {
      method,
      path,
      from: { headers: call.headers, hopId },
      signal: call.abort.attempt().signal,
    }),
  )

/** Charges an answer that was made in the background, if `object` is its end. Throws GatewayError. */
async function chargeEnd({ background }: RelayTools, row: StoredObjectRow, object: JsonRecord | null): Promise<void> {
  if (!object) throw new GatewayError('upstream_invalid_response')
  const isAnswer = await background.charge(row, object)
  if (isAnswer) await background.refuseUnpaid(row)
}

/**
 * Cancels and charges a running answer before it is deleted. Throws GatewayError while its end is unknown: a deleted
 * answer cannot be charged.
 */
async function endBeforeDeletion(
  tools: RelayTools,
  call: RelayCall,
  account: StoringAccount,
  row: StoredObjectRow,
): Promise<void> {
  if (row.phase === workPhase.over) return
  const bytesMax = tools.dependencies.config.MAX_RESPONSE_MB * 1_048_576
  const path = `/v1/responses/${encodeURIComponent(row.object_id)}`
  const looks = [
    { method: 'GET', path },
    { method: 'POST', path: `${path}/cancel` },
  ] as const
  let isShown = false
  let isUnknown = true
  for (const look of looks) {
    const response = await send(tools, call, account, look)
    const bytes = await readAnswer(response, bytesMax, () => call.abort.reason)
    const object = response.ok ? await readAnswerObject(bytes) : null
    if (object) await tools.background.charge(row, object)
    if (await tools.background.isOver(row)) return
    isShown ||= object !== null
    isUnknown &&= response.status === 404
  }
  if (!isShown) {
    const retryAfterSeconds = tools.background.secondsUntilClosed(row, isUnknown)
    throw new GatewayError('answer_end_unknown', {}, { retryAfterSeconds })
  }
  throw new GatewayError('answer_not_settled', {}, { retryAfterSeconds: 5 })
}

/** The answer with its words masked. Throws GatewayError for one that must not be delivered. */
async function screened(
  bytes: Uint8Array,
  object: JsonRecord | null,
  screen: AnswerScreen,
  onWord: OnWord,
): Promise<Uint8Array> {
  const { word, body } = await screenAnswer(bytes, screen, object)
  if (word === null) return bytes
  onWord(word)
  if (screen.stops) throw new GatewayError('sensitive_words_detected', { what: makeReason('answer') })
  return body
}

/** The answer with the caller's name of its model, where the channel maps one to it. */
function* withClientModel(channel: ChannelState, bytes: Uint8Array): Generator<void, Uint8Array, void> {
  if (!channel.modelMapping || channel.modelMapping === 'invalid') return bytes
  const scan = yield* scanJsonInSteps(bytes, stepMax, { depthMax: 1_000, nodesMax: Number.MAX_SAFE_INTEGER })
  const place = scan.ok ? scan.fields.get('model') : undefined
  if (!scan.ok || !place) return bytes
  const written = new TextDecoder().decode(bytes.subarray(place.start, place.end))
  const known = [...channel.modelMapping].find(([, upstream]) => JSON.stringify(upstream) === written)
  return known ? patchJson(bytes, scan.fields, { model: JSON.stringify(known[0]) }) : bytes
}
