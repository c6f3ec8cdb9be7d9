import { prepareTexts } from '../../core/json/prepare-json.ts'
import { stepMax } from '../../platform/in-turns.ts'
import type { Caller } from '../call/caller.ts'
import { finishFor, isLarge } from '../call/large-body.ts'
import type { AdmitPerson, CallSoFar, ClientBody, IdentifiedCall, RelayCall } from '../call/relay-call.ts'
import { operationOf } from '../passage/operations.ts'
import type { Authenticated } from './authenticate.ts'
import { enterByKey } from './enter-by-key.ts'
import type { EntryTools } from './entry-tools.ts'
import { hasReferences, type IssuedItems } from './issued-items.ts'
import { authenticatePerson, readFormGroup, readPlaygroundBody } from './playground.ts'
import { parseBody, readClientBody, readField, scanBody } from './read-client-body.ts'

/** A call whose large body is not read yet. */
export interface LargeCall extends Authenticated {
  /** As the call names it. */
  model: string
}

/**
 * The first stage: the caller, its limits, and the request. `soFar` receives each fact as soon as it is known. Before a
 * large body is read, `admitLarge` may refuse the call. Throws GatewayError (the caller's).
 */
export async function identifyCall(
  tools: EntryTools,
  call: RelayCall,
  request: Request,
  soFar: CallSoFar,
  admitLarge?: (large: LargeCall) => Promise<void>,
): Promise<IdentifiedCall> {
  const {
    caller,
    pinnedChannelId,
    body: sent,
  } = call.admitPerson
    ? await enterPlayground(tools, call, request, { soFar, admitPerson: call.admitPerson })
    : await enterWithKey(tools, call, request, soFar)
  await turnAfterBody()
  if (call.abort.reason) throw call.abort.reason
  const model = !sent.form && isLarge(sent.bytes) ? (call.target.inPath?.model ?? readField(sent, 'model')) : null
  if (admitLarge && typeof model === 'string') {
    soFar.model = model
    await admitLarge({ caller, pinnedChannelId, model })
  }
  const parsing = parseBody(sent, call)
  const parsed = parsing instanceof Promise ? await parsing : parsing
  const expanded = withIssuedItems(tools, call, caller, sent, parsed)
  const { body, parsed: fields } = expanded instanceof Promise ? await expanded : expanded
  if (!sent.form && isLarge(sent.bytes)) {
    await finishFor(call, prepareTexts(call.format.valuesIn?.(fields) ?? [], stepMax))
    await turnAfterBody()
  }
  const facts = call.format.readRequest(call.target, fields)
  soFar.model = facts.model
  soFar.isStream = facts.isStream
  return { caller, pinnedChannelId, body, fields, request: facts }
}

/** The caller, within its limits, and the body. */
type Entered = Authenticated & { body: ClientBody }

async function enterWithKey(tools: EntryTools, call: RelayCall, request: Request, soFar: CallSoFar): Promise<Entered> {
  const { caller, pinnedChannelId } = await enterByKey(tools, call, soFar)
  return { caller, pinnedChannelId, body: await readClientBody(tools, call, request) }
}

async function enterPlayground(
  tools: EntryTools,
  call: RelayCall,
  request: Request,
  { soFar, admitPerson }: { soFar: CallSoFar; admitPerson: AdmitPerson },
): Promise<Entered> {
  const { db, state } = tools.dependencies
  const person = await authenticatePerson(db, admitPerson, request)
  soFar.caller = person.caller
  call.releases.push(tools.inflight.enterUser(person.caller.userId))
  // The body names the group, whose limits apply too.
  const sent = await readClientBody(tools, call, request)
  const { group, bytes } = sent.form ? { group: readFormGroup(call.headers), bytes: null } : readPlaygroundBody(sent)
  const caller = person.chooseGroup(group)
  soFar.caller = caller
  const limited = call.limits.enter(caller, state.current().options)
  if (limited) await limited
  return { caller, pinnedChannelId: person.pinnedChannelId, body: bytes === null ? sent : await scanBody(bytes, call) }
}

/**
 * Waits for the next turn of the event loop. The runtime closes a connection that brings a second request before the
 * first is answered, and reports that only after it has delivered the body of the first: within the same turn. Such a
 * call must not reach an upstream, because its answer could not be sent.
 */
function turnAfterBody(): Promise<void> {
  nextTurn ??= new Promise((resolve) =>
    setImmediate(() => {
      nextTurn = null
      resolve()
    }),
  )
  return nextTurn
}

/** Shared by the calls whose bodies arrived in one turn. */
let nextTurn: Promise<void> | null = null

/** The body with the earlier items that it refers to. Only one format has such references. */
function withIssuedItems(
  { issuedItems }: EntryTools,
  { format, target }: RelayCall,
  { userId }: Caller,
  body: ClientBody,
  parsed: Record<string, unknown>,
): { body: ClientBody; parsed: Record<string, unknown> } | ReturnType<IssuedItems['expand']> {
  const mayName = format.refersToItems === true && operationOf(target).isChat
  return mayName && hasReferences(parsed) ? issuedItems.expand(userId, body, parsed) : { body, parsed }
}
