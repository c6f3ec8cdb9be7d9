import { type JsonRecord, listOf } from '@sluice/contract/read-json'
import { invalidRequest } from '../core/invalid-request.ts'
import { answerStream, readAnswer } from '../platform/outbound/read-answer.ts'
import { readAskedTools } from '../protocols/openai-responses/asked-tools.ts'
import { responsesFormat } from '../protocols/openai-responses/format.ts'
import { refusalFrom } from '../relay/answer/refusal-from.ts'
import type { Caller } from '../relay/call/caller.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import type { StoringAccount } from '../relay/deposits/work-account.ts'
import type { Authenticated } from '../relay/entry/authenticate.ts'
import { readClientFields } from '../relay/entry/read-client-body.ts'
import type { ExtensionApi } from '../relay/modeless/extension-api.ts'
import { rememberItems } from '../relay/modeless/remember-items.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { screenPrompt } from '../relay/sensitive/screen-prompt.ts'
import { deleteStoredObject, noteStoredData } from '../store/stored-objects.ts'
import { addNamed, type NamedObjects, noneNamed } from './check-request.ts'
import { createObjectApi } from './object-api.ts'
import { callForClient, findOwn, methodOf, queryOf } from './own-object.ts'
import { placeWithObjects } from './place-object.ts'
import { channelsThatStore, requireRoom, storeObject } from './store-object.ts'
import { dataOf, readObject } from './upstream-object.ts'

const kind = 'conversation'
const base = '/v1/conversations'
const shape = /^\/v1\/conversations(?:\/([^/]+)(?:\/(items)(?:\/([^/]+))?)?)?$/

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
export const conversationApi: ExtensionApi = createObjectApi({
  kind,
  pathOf: (_request, pathname) => pathOf(pathname),
  methodsOf,
  create: createConversation,
  pass: passConversation,
})

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
  const { dependencies, objectOwners } = tools
  const { config, db } = dependencies
  const { row, account } = await findOwn(tools, caller, kind, id)
  const method = methodOf(request)
  const sent = method === 'POST' ? await readClientFields(tools, call, request) : null
  if (sent && ofItems) await checkItemsFor(tools, call, caller, account, sent.fields)
  const ofItem = item === '' ? '' : `/${encodeURIComponent(item)}`
  const response = await callForClient(tools, call, account, {
    method,
    path: `${base}/${encodeURIComponent(id)}${ofItems ? '/items' : ''}${ofItem}${queryOf(call)}`,
    ...(sent && { body: sent.sent.bytes }),
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

/**
 * The words of the new items are checked as in a call that sends them. Returns the objects that they name. Throws
 * GatewayError for items with paid tools: a later call that uses them would not show them, and could not be refused.
 */
async function checkItems(
  tools: RelayTools,
  call: RelayCall,
  { userId, tokenId }: Caller,
  fields: JsonRecord,
): Promise<NamedObjects> {
  // Items are the input of a later call of Responses.
  const body = { input: listOf(fields.items) }
  const [paid] = readAskedTools(body) ?? []
  if (paid) throw invalidRequest('paidToolInItems', { tool: paid.type.slice(0, 64) })
  await screenPrompt(tools, call, { userId, tokenId }, body)
  const named = noneNamed()
  addNamed(named, responsesFormat, body)
  return named
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
