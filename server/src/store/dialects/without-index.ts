import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { engineOf } from './engine.ts'

/**
 * A column of a condition for which the embedded database must not use an index. It has no statistics, so it takes any
 * index of an equality, even if another one finds fewer rows. Servers have statistics, and decide themselves.
 */
export const withoutIndex = <T>(db: Kysely<Database>, column: string): RawBuilder<T> =>
  engineOf(db) === 'sqlite' ? sql<T>`+${sql.ref(column)}` : sql<T>`${sql.ref(column)}`
