import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../core/errors.ts'
import type { Services } from '../services.ts'
import { isUniqueViolation } from '../store/dialects/errors.ts'
import {
  deleteNamed,
  findNamed,
  insertNamed,
  type NamedRow,
  type NamedTable,
  type NamedValues,
  updateNamed,
} from '../store/named-rows.ts'
import type { AdminDependencies } from './dependencies.ts'
import type { AuditEntry } from './record-audit.ts'

/** Records a change in its transaction. The caller adds the action and the kind of object. */
export type Note = (
  line: Pick<AuditEntry, 'objectId' | 'before' | 'after'>,
  db: AdminDependencies['db'],
) => Promise<void>

/**
 * Creates, changes and deletes rows with a unique name. `what` is the object in `not_found`, `nameField` the field of
 * the name in requests.
 */
export function createNamedRows<T extends NamedTable>(
  { db, clock }: Services<'db' | 'clock'>,
  { table, what, nameField = 'name' }: { table: T; what: Reason; nameField?: string },
) {
  async function find(id: number, from = db): Promise<NamedRow<T>> {
    const row = await findNamed(from, table, id)
    if (!row) throw new GatewayError('not_found', { what })
    return row
  }
  /** Throws name_taken. */
  const write = <R>(name: string | undefined, work: (trx: AdminDependencies['db']) => Promise<R>): Promise<R> =>
    db
      .transaction()
      .execute(work)
      .catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error
        const fields = { [nameField]: makeReason('nameTaken') }
        throw new GatewayError('name_taken', { name: name ?? '' }, { fields })
      })

  return {
    find,
    create: (values: NamedValues<T>, note: Note): Promise<NamedRow<T>> =>
      write(values.name, async (trx) => {
        const id = await insertNamed(trx, table, values, clock.now())
        await note({ objectId: id, after: values }, trx)
        return await find(id, trx)
      }),
    update: (id: number, changes: Partial<NamedValues<T>>, note: Note): Promise<NamedRow<T>> =>
      write(changes.name, async (trx) => {
        const before = await find(id, trx)
        // The casts: the names are those of `changes`, all of which are columns of the row.
        const changed = Object.entries(changes).filter(
          ([name, value]) => value !== undefined && value !== before[name as keyof typeof before],
        )
        if (changed.length === 0) return before
        const after = Object.fromEntries(changed) as Partial<NamedValues<T>>
        await updateNamed(trx, table, { id, changes: after, at: clock.now() })
        const former = Object.fromEntries(changed.map(([name]) => [name, before[name as keyof typeof before]]))
        await note({ objectId: id, before: former, after }, trx)
        return await find(id, trx)
      }),
    remove: (
      id: number,
      note: Note,
      alongside: (trx: AdminDependencies['db']) => Promise<void> = async () => undefined,
    ): Promise<void> =>
      write(undefined, async (trx) => {
        const before = await find(id, trx)
        await deleteNamed(trx, table, id)
        await alongside(trx)
        await note({ objectId: id, before }, trx)
      }),
  }
}
