import type { ProposalFilter } from '@sluice/contract/price-sources'
import type { ExpressionBuilder, Insertable, Kysely, Selectable } from 'kysely'
import { chunksOf, type Slice } from './channels.ts'
import { countRows } from './count-rows.ts'
import { contains } from './dialects/searching.ts'
import type { PriceProposalsTable } from './schema/price-sources.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>
export type ProposalRow = Selectable<PriceProposalsTable>
export type NewProposalRow = Omit<Insertable<PriceProposalsTable>, 'id'>

export interface StoredProposalFilter extends ProposalFilter {
  /** Absent = any. */
  state?: string | undefined
  ids?: readonly number[] | undefined
}

const rowsPerStatement = 200

function matching(db: Db, eb: ExpressionBuilder<Database, 'price_proposals'>, filter: StoredProposalFilter) {
  const { model, source_id: source, side, doubt, state, ids } = filter
  const conditions = [
    ...(model ? [contains(db, eb.ref('model'), model)] : []),
    ...(source === undefined ? [] : [eb('source_id', '=', source)]),
    ...(side === undefined ? [] : [eb('side', '=', side)]),
    ...(state === undefined ? [] : [eb('state', '=', state)]),
    ...(ids === undefined ? [] : [eb('id', 'in', ids)]),
  ]
  if (doubt === 'none') conditions.push(eb('doubts', '=', '[]'))
  else if (doubt !== undefined) conditions.push(contains(db, eb.ref('doubts'), `"${doubt}"`))
  return eb.and(conditions)
}

/** Newest first. */
export const listProposals = (db: Db, filter: StoredProposalFilter, slice: Slice): Promise<ProposalRow[]> =>
  db
    .selectFrom('price_proposals')
    .selectAll()
    .where((eb) => matching(db, eb, filter))
    .orderBy('found_at', 'desc')
    .orderBy('model')
    .orderBy('id')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()

export const countProposals = (db: Db, filter: StoredProposalFilter): Promise<number> =>
  countRows(db.selectFrom('price_proposals').where((eb) => matching(db, eb, filter)))

/** Open proposals, and when the first of them was found; 0 = none. */
export async function countWaitingProposals(db: Db): Promise<{ count: number; firstAt: number }> {
  const row = await db
    .selectFrom('price_proposals')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.min('found_at').as('first')])
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), firstAt: Number(row.first ?? 0) }
}

/** All of a source, of any state. */
export const proposalsOf = (db: Db, sourceId: number): Promise<ProposalRow[]> =>
  db.selectFrom('price_proposals').selectAll().where('source_id', '=', sourceId).execute()

export async function insertProposals(db: Db, rows: readonly NewProposalRow[]): Promise<void> {
  for (const some of chunksOf(rows, rowsPerStatement)) await db.insertInto('price_proposals').values(some).execute()
}

export async function deleteProposals(db: Db, ids: readonly number[]): Promise<void> {
  for (const some of chunksOf(ids, rowsPerStatement))
    await db.deleteFrom('price_proposals').where('id', 'in', some).execute()
}

/** The other sources that name the model, and the doubt that follows. */
export async function updateProposal(
  db: Db,
  id: number,
  changes: Pick<ProposalRow, 'agreeing' | 'differing' | 'doubts'>,
): Promise<void> {
  await db.updateTable('price_proposals').set(changes).where('id', '=', id).execute()
}

/** Decides open proposals. Returns how many. */
export async function decideProposals(
  db: Db,
  ids: readonly number[],
  decision: { state: 'accepted' | 'ignored'; now: number },
): Promise<number> {
  let decided = 0
  for (const some of chunksOf(ids, rowsPerStatement)) {
    const { numUpdatedRows } = await db
      .updateTable('price_proposals')
      .set({ state: decision.state, decided_at: decision.now })
      .where('id', 'in', some)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow()
    decided += Number(numUpdatedRows)
  }
  return decided
}
