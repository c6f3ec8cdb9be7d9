import { type Kysely, type Migration, sql } from 'kysely'
import { engineOf } from '../dialects/engine.ts'
import type { Database } from '../schema.ts'
import { listUsagePartitions } from '../usage-partitions.ts'

const indexName = 'usage_logs_refused_by_model'
const part = '(model_name, created_at, user_id) where type = 5 and channel_id = 0'

/** An index by model of the calls that were refused before any channel: their hourly sums do not contain the model. */
export const usageModels: Migration = {
  async up(db) {
    // MariaDB has no partial indices.
    const columns = engineOf(db) === 'mysql' ? '(type, channel_id, model_name, created_at, user_id)' : part
    await sql.raw(`create index ${indexName} on usage_logs ${columns}`).execute(db)
  },
}

/**
 * Makes the index of each partition on PostgreSQL while other nodes write rows. The migration that follows adopts
 * them. Can be repeated when interrupted.
 */
export async function prepareUsageModels(db: Kysely<Database>): Promise<void> {
  if (engineOf(db) !== 'postgres') return
  const { rows } = await sql<{ is_made: boolean }>`select to_regclass(${indexName}) is not null as is_made`.execute(db)
  if (rows[0]?.is_made) return
  for (const { name } of await listUsagePartitions(db)) {
    // An interrupted build leaves an index that is not valid.
    await sql.raw(`drop index if exists ${name}_refused_by_model`).execute(db)
    await sql.raw(`create index concurrently ${name}_refused_by_model on ${name} ${part}`).execute(db)
  }
}
