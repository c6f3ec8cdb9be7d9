import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { engineOf } from './engine.ts'

/** The larger of two numbers, neither of which is null. */
export function largerOf(
  db: Kysely<Database>,
  first: Expression<number>,
  second: Expression<number>,
): RawBuilder<number> {
  const name = sql.raw(engineOf(db) === 'sqlite' ? 'max' : 'greatest')
  return sql<number>`${name}(${first}, ${second})`
}
