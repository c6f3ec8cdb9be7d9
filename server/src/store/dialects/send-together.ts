import { CompiledQuery, type DatabaseConnection, type Kysely, type QueryResult } from 'kysely'
import type { Database } from '../schema.ts'
import { engineOf } from './engine.ts'

type Row = Record<string, unknown>

/**
 * Runs `queries` in their order on the connection of `db`, a held connection or a transaction. A database server of
 * `Store.batches` receives them in one round trip. Resolves with the rows of each. Rejects with the first failure, when
 * no query is under way any more; MariaDB has then run none of the later ones, and PostgreSQL has done so only outside
 * a transaction.
 */
export function sendTogether(db: Kysely<Database>, queries: readonly CompiledQuery[]): Promise<Row[][]> {
  return db.getExecutor().provideConnection((connection) => {
    if (queries.length < 2 || engineOf(db) === 'sqlite') return oneByOne(connection, queries)
    return engineOf(db) === 'postgres' ? pipelined(connection, queries) : joined(connection, queries)
  })
}

async function oneByOne(connection: DatabaseConnection, queries: readonly CompiledQuery[]) {
  const rows: Row[][] = []
  for (const query of queries) rows.push((await connection.executeQuery<Row>(query)).rows)
  return rows
}

/** The driver sends each statement at once, and reads the answers in order. */
async function pipelined(connection: DatabaseConnection, queries: readonly CompiledQuery[]) {
  const results = await Promise.allSettled(queries.map((query) => connection.executeQuery<Row>(query)))
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value.rows
  })
}

/** One text of several statements: its result has one row for each, which is that statement's rows, or its counts. */
async function joined(connection: DatabaseConnection, queries: readonly CompiledQuery[]) {
  const text = queries.map(({ sql }) => sql).join('; ')
  const parameters = queries.flatMap((query) => query.parameters)
  const { rows }: QueryResult<unknown> = await connection.executeQuery(CompiledQuery.raw(text, parameters))
  return rows.map((one) => (Array.isArray(one) ? one : []))
}
