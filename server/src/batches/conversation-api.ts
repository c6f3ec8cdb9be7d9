import { type JsonRecord, listOf } from '@sluice/contract/read-json'
import { GatewayError } from '../core/errors.ts'
import { invalidRequest } from '../core/invalid-request.ts'
import { answerStream, readAnswer } from '../platform/outbound/read-answer.ts'
import { type ClientTarget, clientTargetOf } from '../protocols/client-target.ts'
import { refusalFrom } from '../relay/answer/refusal-from.ts'
import type { Caller } from '../relay/call/caller.ts'
import { notStored } from '../relay/call/not-stored.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import type { StoringAccount } from '../relay/deposits/work-account.ts'
import type { Authenticated } from '../relay/entry/authenticate.ts'
import { readClientFields } from '../relay/entry/read-client-body.ts'
import { clientFormatOf } from '../relay/formats/index.ts'
import type { ExtensionApi } from '../relay/modeless/extension-api.ts'
import { rememberItems } from '../relay/modeless/remember-items.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { screenPrompt } from '../relay/sensitive/screen-prompt.ts'
import { deleteStoredObject, findStoredObject, noteStoredData } from '../store/stored-objects.ts'
import { callAccount, usableAccountOf } from './account.ts'
import type { NamedObjects } from './check-request.ts'
import { enterStorage } from './enter-storage.ts'
import { listOwn } from './list-objects.ts'
import { placeWithObjects } from './place-object.ts'
import { channelsThatStore, requireRoom, storeObject } from './store-object.ts'
import { dataOf, readObject } from './upstream-object.ts'

const kind = 'conversation'
const base = '/v1/conversations'
const shape = /^\/v1\/conversations(?:\/([^/]{1,191})(?:\/(items)(?:\/([^/]{1,191}))?)?)?$/

/** A path of this API; `id` and `item` are '' where the path names none. */
interface ConversationPath {
  id: string
  ofItems: boolean
  item: string
}

function pathOf(pathname: string): ConversationPath | null {
  const found = shape.exec(pathname)
  if (!found) return null
  const [, id = '', items, item = ''] = found
  return { id, ofItems: items !== undefined, item }
}

/** Methods of the conversations, of one, of its items, and of one item. */
const methodsOf = ({ id, ofItems, item }: ConversationPath): readonly string[] => {
  if (id === '' || (ofItems && item === '')) return ['GET', 'POST']
  return ofItems ? ['GET', 'DELETE'] : ['GET', 'POST', 'DELETE']
}

/**
 * Conversations of OpenAI's Responses, which an upstream stores: each visible only to its caller, and free of charge.
 * https://platform.openai.com/docs/api-reference/conversations, read 2026-11-29
 */
export const conversationApi: ExtensionApi = {
  findHandler(request, pathname) {
    const path = pathOf(pathname)
    if (!path) return null
    if (!methodsOf(path).includes(request.method)) return () => Promise.reject(new GatewayError('method_not_allowed'))
    return async (tools, call) => {
      const entered = await enterStorage(tools, call, request)
      if (path.id !== '') return await passConversation(tools, call, request, entered.caller, path)
      return request.method === 'GET'
        ? await listOwn(tools, entered.caller, kind, request)
        : await createConversation(tools, call, request, entered)
    }
  },
}

/** Creates a conversation at an account of the caller's group, with the objects that its items name. */
async function createConversation(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  entered: Authenticated,
): Promise<Response> {
  const { caller } = entered
  await requireRoom(tools, caller, kind)
  const { sent, fields } = await readClientFields(tools, call, request)
  const named = await checkItems(tools, call, caller, fields)
  const snapshot = tools.dependencies.state.current()
  const candidates = channelsThatStore(tools, entered, 'conversations')
  const placing = await placeWithObjects(tools, caller, { candidates, named, snapshot })
  return await storeObject(tools, call, caller, { kind, placing, path: base, bodyFor: () => sent.bytes, details: '' })
}

/** A call about a conversation of the caller, at the account that has it. */
async function passConversation(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  caller: Caller,
  { id, ofItems, item }: ConversationPath,
): Promise<Response> {
  const { callUpstream, dependencies, objectOwners } = tools
  const { config, db, clock, state } = dependencies
  const row = await findStoredObject(db, { userId: caller.userId, kind }, id)
  if (!row) throw notStored(id)
  const snapshot = state.current()
  const account = usableAccountOf(snapshot, row, clock.now())
  const method = request.method === 'POST' || request.method === 'DELETE' ? request.method : 'GET'
  const sent = method === 'POST' ? await readClientFields(tools, call, request) : null
  if (sent && ofItems) await checkItemsFor(tools, call, caller, account, sent.fields)
  const response = await callAccount(callUpstream, snapshot, account, {
    method,
    path: upstreamPath(call.path, { id, ofItems, item }),
    ...(sent && { body: sent.sent.bytes }),
    from: { call, hopId: tools.hopId },
    signal: call.abort.attempt().signal,
  })
  const isGone = method === 'DELETE' && (response.ok || response.status === 404)
  if (isGone && item !== '') await objectOwners.forget(caller.userId, item)
  if (isGone && item === '') await deleteStoredObject(db, row.id)
  if (!response.ok) return await refusalFrom(call, account, response)
  call.limits.succeeded()
  if (!ofItems) {
    const object = await readObject(call, response)
    if (method === 'POST') await noteStoredData(db, row.id, dataOf(object))
    return Response.json(object)
  }
  if (method === 'DELETE') return new Response(answerStream(response), { headers: jsonHeaders })
  const bytes = await readAnswer(response, config.MAX_RESPONSE_MB * 1_048_576, () => call.abort.reason)
  await rememberItems(objectOwners, caller.userId, { channelId: account.channel.id, key: account.key }, bytes)
  return new Response(bytes, { headers: jsonHeaders })
}

const jsonHeaders = { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' }

function upstreamPath(path: string, { id, ofItems, item }: ConversationPath): string {
  const mark = path.indexOf('?')
  const ofItem = item === '' ? '' : `/${encodeURIComponent(item)}`
  const query = mark < 0 ? '' : path.slice(mark)
  return `${base}/${encodeURIComponent(id)}${ofItems ? '/items' : ''}${ofItem}${query}`
}

/** The words of the new items are checked as in a call that sends them. Returns the objects that they name. */
async function checkItems(
  tools: RelayTools,
  call: RelayCall,
  { userId, tokenId }: Caller,
  fields: JsonRecord,
): Promise<NamedObjects> {
  const body = { input: listOf(fields.items) }
  const { findObjects, findRestated } = clientFormatOf(responsesTarget())
  await screenPrompt(tools, call, { userId, tokenId }, body)
  return { ids: new Set(findObjects(body)), restated: new Set(findRestated?.(body) ?? []) }
}

/** The same for items of a conversation that exists: its account must have what they name. Throws GatewayError. */
async function checkItemsFor(
  tools: RelayTools,
  call: RelayCall,
  caller: Caller,
  { channel, key }: StoringAccount,
  fields: JsonRecord,
): Promise<void> {
  const named = await checkItems(tools, call, caller, fields)
  const snapshot = tools.dependencies.state.current()
  const { candidates, only } = await placeWithObjects(tools, caller, { candidates: [channel], named, snapshot })
  if (candidates.length === 0 || (only && only.key !== key)) throw invalidRequest('objectsApart')
}

/** Items are the input of a later call of Responses. */
function responsesTarget(): ClientTarget {
  const target = clientTargetOf('/v1/responses', '')
  if (!target) throw new Error('Responses are not served')
  return target
}
