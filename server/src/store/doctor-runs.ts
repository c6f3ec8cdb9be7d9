import {
  type DoctorCheck,
  type DoctorClient,
  type DoctorPair,
  type DoctorPlan,
  doctorClients,
  doctorPairStates,
} from '@sluice/contract/channel-doctor'
import type { Kysely } from 'kysely'
import { parseStored } from '../core/json/parse-stored.ts'
import { doctorKind, type SweepResultRow } from './channel-sweeps.ts'
import { chunksOf } from './channels.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

/** What a row keeps in `reason`. */
interface StoredPair {
  checks: readonly DoctorCheck[]
  results: DoctorPair['results']
}

const pairsPerStatement = 100

/** One model after another, so that the first one is whole soon. The number of a pair is its place in this list. */
export const pairsOfPlan = ({ models, clients }: DoctorPlan): { model: string; client: DoctorClient }[] =>
  [...new Set(models)].flatMap((model) => [...new Set(clients)].map((client) => ({ model, client })))

/**
 * The pairs of a run that begins, in rows of `channel_sweep_results`: `channel_id` holds the number of the pair,
 * `channel_name` the client, `outcome` a state of the contract's `doctorPairStates`.
 */
export async function insertDoctorPairs(db: Db, channelId: number, plan: DoctorPlan): Promise<void> {
  const rows = pairsOfPlan(plan).map((pair, index) => buildRow(channelId, index, { ...pair, checks: plan.checks }))
  for (const chunk of chunksOf(rows, pairsPerStatement))
    await db.insertInto('channel_sweep_results').values(chunk).execute()
}

const buildRow = (
  channelId: number,
  index: number,
  { model, client, checks }: { model: string; client: DoctorClient; checks: readonly DoctorCheck[] },
): SweepResultRow => ({
  kind: doctorKind(channelId),
  channel_id: index,
  channel_name: client,
  outcome: 'waiting',
  message: '',
  reason: JSON.stringify({ checks, results: [] } satisfies StoredPair),
  model,
  duration_ms: 0,
  has_balance: 0,
  balance: 0,
  currency: '',
  switched: '',
})

export async function updateDoctorPair(
  db: Db,
  { channelId, index }: { channelId: number; index: number },
  { state, checks, results }: Pick<DoctorPair, 'state' | 'results'> & { checks: readonly DoctorCheck[] },
): Promise<void> {
  await db
    .updateTable('channel_sweep_results')
    .set({ outcome: state, reason: JSON.stringify({ checks, results } satisfies StoredPair) })
    .where('kind', '=', doctorKind(channelId))
    .where('channel_id', '=', index)
    .execute()
}

/** The checks and the pairs of the last run. */
export async function listDoctorPairs(
  db: Db,
  channelId: number,
): Promise<{ checks: readonly DoctorCheck[]; pairs: DoctorPair[] }> {
  const rows = await db
    .selectFrom('channel_sweep_results')
    .select(['channel_name', 'model', 'outcome', 'reason'])
    .where('kind', '=', doctorKind(channelId))
    .orderBy('channel_id')
    .execute()
  const found = rows.map(({ channel_name: client, model, outcome, reason }) => ({
    ...parseStored<StoredPair>(reason ?? '{"checks":[],"results":[]}'),
    model,
    client: doctorClients.find((known) => known === client) ?? 'openai',
    state: doctorPairStates.find((known) => known === outcome) ?? 'waiting',
  }))
  return { checks: found[0]?.checks ?? [], pairs: found.map(({ checks: _, ...pair }) => pair) }
}

/** How many pairs of each run are over, and how many of these have a failed check or could not be checked. */
export async function countDoctorPairs(
  db: Db,
  kinds: readonly string[],
): Promise<Map<string, { done: number; failed: number }>> {
  if (kinds.length === 0) return new Map()
  const rows = await db
    .selectFrom('channel_sweep_results')
    .select(['kind', 'outcome', 'reason'])
    .where('kind', 'in', kinds)
    .where('outcome', 'in', ['done', 'refused'])
    .execute()
  const counts = new Map<string, { done: number; failed: number }>()
  for (const { kind, outcome, reason } of rows) {
    const { done, failed } = counts.get(kind) ?? { done: 0, failed: 0 }
    const isFailed = outcome === 'refused' || (reason ?? '').includes('"outcome":"failed"')
    counts.set(kind, { done: done + 1, failed: failed + Number(isFailed) })
  }
  return counts
}
