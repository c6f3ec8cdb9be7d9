import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import type { CallUpstream } from '../platform/outbound/call-upstream.ts'
import { answerStream } from '../platform/outbound/read-answer.ts'
import { depositedWork, type WorkCharge } from '../relay/deposits/deposited-work.ts'
import { giveUpMs } from '../relay/deposits/poll-times.ts'
import {
  createWorkSettler,
  type SettlerDependencies,
  type WorkEnd,
  type WorkKind,
} from '../relay/deposits/settle-work.ts'
import { accountOf, type StoringAccount } from '../relay/deposits/work-account.ts'
import type { Services } from '../services.ts'
import {
  findStoredObject,
  insertStoredObject,
  noteStoredData,
  type StoredObjectRow,
  workPhase,
} from '../store/stored-objects.ts'
import { callAccount } from './account.ts'
import { followEveryMs } from './poll-times.ts'
import { createResultSums, linesIn, ResultsError } from './read-results.ts'
import { dataOf, readObject } from './upstream-object.ts'

export type BatchDependencies = SettlerDependencies & Services<'config'> & { callUpstream: CallUpstream }

/**
 * Resolves once the batch is charged. Throws GatewayError while it runs, or while another process reads its results.
 */
export type SettleNow = (batch: StoredObjectRow) => Promise<void>

/** Follows batches until they end, and charges their results. */
export function createBatchSettler(deps: BatchDependencies) {
  const { db, state, clock, config, callUpstream } = deps

  const kind: WorkKind = {
    name: 'batch',
    over: 'batch_over',
    unsettled: 'batch_not_settled',
    async findEnd(row, signal) {
      const charges = await askForCharges(row, signal)
      return charges && { charges }
    },
    // The results of a batch that is given up are not served, and it is free.
    giveUp: (row) => (clock.now() - row.created_at >= giveUpMs ? noResults : null),
    nextLookAt: () => clock.now() + followEveryMs,
    textOf: (row, { units }) => `batch ${row.object_id}: ${units} results`,
    buildReturnNote: (row, amount) => ({
      code: 'batch_deposit_returned',
      params: { batch: row.object_id, amount },
    }),
  }

  async function askForCharges(row: StoredObjectRow, signal: AbortSignal): Promise<WorkCharge[] | null> {
    const snapshot = state.current()
    const account = accountOf(snapshot, row)
    const isOfMessages = row.kind === 'message_batch'
    const base = isOfMessages ? '/v1/messages/batches' : '/v1/batches'
    const response = await get(account, `${base}/${encodeURIComponent(row.object_id)}`, signal)
    const object = await readObject(null, response)
    await noteBatch(row, object)
    if (!isEnded(object)) return null
    const path = resultsPathOf(row, object)
    const answered = Number(recordOf(object.request_counts)[isOfMessages ? 'succeeded' : 'completed'] ?? 0)
    return path === null ? withoutResults(answered) : await readResults(account, path, { row, answered, signal })
  }

  function withoutResults(answered: number): WorkCharge[] {
    if (answered > 0) throw new ResultsError('the upstream reports answers, but no results')
    return []
  }

  async function readResults(
    account: StoringAccount,
    path: string,
    { row, answered, signal }: { row: StoredObjectRow; answered: number; signal: AbortSignal },
  ): Promise<WorkCharge[]> {
    const { endpoint, models } = depositedWork(row)
    const stream = answerStream(await get(account, path, signal))
    const sums = createResultSums(endpoint, models)
    const lineBytesMax = config.MAX_RESPONSE_MB * 1_048_576
    if (stream) for await (const line of linesIn(stream, lineBytesMax)) sums.push(line)
    if (sums.answered < answered) throw new ResultsError(`${sums.answered} results were read of ${answered}`)
    return sums.charges()
  }

  async function get(account: StoringAccount, path: string, signal: AbortSignal): Promise<Response> {
    const response = await callAccount(callUpstream, state.current(), account, {
      method: 'GET',
      path,
      from: null,
      signal,
    })
    if (response.ok) return response
    await response.body?.cancel()
    throw new ResultsError(`${path} answered with status ${response.status}`)
  }

  /** Stores the upstream's state of a batch; its result files become the caller's. */
  async function noteBatch(row: StoredObjectRow, object: JsonRecord): Promise<void> {
    await noteStoredData(db, row.id, dataOf(object))
    for (const id of [object.output_file_id, object.error_file_id]) {
      if (typeof id !== 'string' || id === '' || id.length > 191) continue
      const owner = { userId: row.user_id, kind: 'file' as const }
      if (await findStoredObject(db, owner, id)) continue
      const now = clock.now()
      const shown = { id, object: 'file', purpose: 'batch_output', created_at: Math.floor(now / 1_000) }
      await insertStoredObject(db, {
        kind: 'file',
        object_id: id,
        user_id: row.user_id,
        channel_id: row.channel_id,
        key_mark: row.key_mark,
        batch_id: row.id,
        data: JSON.stringify(shown),
        details: JSON.stringify({ purpose: 'batch_output' }),
        phase: workPhase.over,
        at: now,
        due_at: 0,
      })
    }
  }

  return { ...createWorkSettler(deps, kind), noteBatch }
}

export type BatchSettler = ReturnType<typeof createBatchSettler>

const noResults: WorkEnd = { charges: [] }

/** Final states of OpenAI and of Anthropic. */
const isEnded = ({ status, processing_status: processing }: JsonRecord): boolean =>
  processing === 'ended' || (typeof status === 'string' && endStates.has(status))

const endStates: ReadonlySet<string> = new Set(['completed', 'failed', 'expired', 'cancelled'])

/** Path of the results; null = there are none. */
function resultsPathOf(row: StoredObjectRow, object: JsonRecord): string | null {
  if (row.kind === 'message_batch') {
    // Absent when no request has an answer.
    return typeof object.results_url === 'string'
      ? `/v1/messages/batches/${encodeURIComponent(row.object_id)}/results`
      : null
  }
  const { output_file_id: id } = object
  return typeof id === 'string' && id !== '' ? `/v1/files/${encodeURIComponent(id)}/content` : null
}
