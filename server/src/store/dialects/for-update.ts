import type { Kysely, SelectQueryBuilder } from 'kysely'
import { engineOf } from './engine.ts'

/**
 * For `$call`: locks the rows that the query finds until the transaction ends. On SQLite a transaction has the whole
 * database to itself anyway.
 */
export const forUpdate =
  <T>(trx: Kysely<T>) =>
  <DB, TB extends keyof DB, O>(select: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    engineOf(trx) === 'sqlite' ? select : select.forUpdate()
