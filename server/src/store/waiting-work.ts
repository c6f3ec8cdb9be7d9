import { type SystemState, systemNodesMax, systemQueueMax } from '@sluice/contract/system'
import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely'
import { countRows } from './count-rows.ts'
import type { EpochsTable, ImportsTable } from './schema/ledger.ts'
import type { Database } from './schema.ts'
import { workPhase } from './stored-objects.ts'
import { taskPhase } from './tasks.ts'

type Db = Kysely<Database>

/** What waits, each at most `systemQueueMax`: indexes find it, whatever else a table holds. */
export async function countWaitingWork(db: Db): Promise<SystemState['queues']> {
  const counts = {
    notices: countFirst(db.selectFrom('notices').select('id')),
    tasks: countFirst(db.selectFrom('tasks').select('id').where('phase', 'in', [taskPhase.open, taskPhase.refundDue])),
    batches: countFirst(
      db.selectFrom('stored_objects').select('id').where('phase', 'in', [workPhase.open, workPhase.charging]),
    ),
    holds: countFirst(db.selectFrom('reservations').select('ref')),
  } as const

  function countFirst<TB extends keyof Database, O>(query: SelectQueryBuilder<Database, TB, O>): Promise<number> {
    // The type of a subquery under the name of a table has no columns to count.
    return countRows(db.selectFrom(query.limit(systemQueueMax).as('notices')) as never)
  }

  return [
    { name: 'notices', count: await counts.notices },
    { name: 'tasks', count: await counts.tasks },
    { name: 'batches', count: await counts.batches },
    { name: 'holds', count: await counts.holds },
  ]
}

/** The processes that use the database, the oldest first; on the embedded one this process alone. */
export const listNodes = (db: Db): Promise<Selectable<EpochsTable>[]> =>
  db.selectFrom('epochs').selectAll().orderBy('id').limit(systemNodesMax).execute()

const importsMax = 20

/** The newest imports from databases of other programs. */
export const listImports = (
  db: Db,
): Promise<Pick<Selectable<ImportsTable>, 'id' | 'layout' | 'started_at' | 'finished_at'>[]> =>
  db
    .selectFrom('imports')
    .select(['id', 'layout', 'started_at', 'finished_at'])
    .orderBy('id', 'desc')
    .limit(importsMax)
    .execute()
