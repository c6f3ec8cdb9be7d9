import { answerStream } from '../platform/outbound/read-answer.ts'
import type { Caller } from '../relay/call/caller.ts'
import { notStored } from '../relay/call/not-stored.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import type { StoringAccount } from '../relay/deposits/work-account.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { findStoredObject, type StoredObjectKind, type StoredObjectRow } from '../store/stored-objects.ts'
import { callAccount, type StorageRequest, usableAccountOf } from './account.ts'

/** The caller's object, and the account that stores it. Throws GatewayError. */
export async function findOwn(
  { dependencies: { db, clock, state } }: RelayTools,
  { userId }: Caller,
  kind: StoredObjectKind,
  id: string,
): Promise<{ row: StoredObjectRow; account: StoringAccount }> {
  const row = await findStoredObject(db, { userId, kind }, id)
  if (!row) throw notStored(id)
  return { row, account: usableAccountOf(state.current(), row, clock.now()) }
}

/** One request to the account that serves a client's call. Throws GatewayError. */
export const callForClient = (
  { callUpstream, dependencies, hopId }: RelayTools,
  call: RelayCall,
  account: StoringAccount,
  request: Omit<StorageRequest, 'from' | 'signal'>,
): Promise<Response> =>
  callAccount(callUpstream, dependencies.state.current(), account, {
    ...request,
    from: { call, hopId },
    signal: call.abort.attempt().signal,
  })

/** The method of a call about a stored object. */
export const methodOf = ({ method }: Request): StorageRequest['method'] =>
  method === 'POST' || method === 'DELETE' ? method : 'GET'

/** The query of the client's path, with its `?`. A provider passes on only the parameters that it allows. */
export function queryOf({ path }: Pick<RelayCall, 'path'>): string {
  const mark = path.indexOf('?')
  return mark < 0 ? '' : path.slice(mark)
}

/** The content of a stored file, for a client that saves it. */
export const answerFile = (response: Response): Response =>
  new Response(answerStream(response), {
    headers: {
      'content-type': response.headers.get('content-type') ?? 'application/octet-stream',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
    },
  })
