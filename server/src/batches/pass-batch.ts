import { answerStream } from '../platform/outbound/read-answer.ts'
import { refusalFrom } from '../relay/answer/refusal-from.ts'
import type { Caller } from '../relay/call/caller.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { deleteStoredObject, type StoredObjectKind } from '../store/stored-objects.ts'
import { callForClient, findOwn } from './own-object.ts'
import type { BatchSettler, SettleNow } from './settle-batch.ts'
import { readObject, shownObject } from './upstream-object.ts'

type BatchAction = 'show' | 'cancel' | 'results' | 'delete'

interface BatchCall {
  kind: StoredObjectKind
  id: string
  action: BatchAction
  url: string
}

/** A call about a batch of the caller. Results are charged before they are returned. */
export async function passBatch(
  tools: RelayTools,
  call: RelayCall,
  caller: Caller,
  { kind, id, action, url }: BatchCall,
  settler: Pick<BatchSettler, 'noteBatch'> & { settleNow: SettleNow },
): Promise<Response> {
  const { dependencies } = tools
  const { row, account } = await findOwn(tools, caller, kind, id)
  if (action === 'results' || action === 'delete') await settler.settleNow(row)
  const base = kind === 'message_batch' ? '/v1/messages/batches' : '/v1/batches'
  const suffix = action === 'cancel' || action === 'results' ? `/${action}` : ''
  const response = await callForClient(tools, call, account, {
    method: action === 'cancel' ? 'POST' : action === 'delete' ? 'DELETE' : 'GET',
    path: `${base}/${encodeURIComponent(id)}${suffix}`,
  })
  if (!response.ok) return await refusalFrom(call, account, response)
  call.limits.succeeded()
  if (action === 'results') {
    const type = response.headers.get('content-type') ?? 'application/x-jsonl'
    return new Response(answerStream(response), {
      headers: { 'content-type': type, 'x-content-type-options': 'nosniff' },
    })
  }
  const object = await readObject(call, response)
  if (action === 'delete') await deleteStoredObject(dependencies.db, row.id)
  else await settler.noteBatch(row, object)
  return Response.json(shownObject(object, url, dependencies))
}
