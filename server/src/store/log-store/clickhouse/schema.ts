import { type Kysely, sql } from 'kysely'
import type { Database } from '../../schema.ts'

type Db = Kysely<Database>

/** The table by which a log database on ClickHouse is known: the numbers of the steps that have run. */
export const stepsTable = 'log_steps'

/** An LTS of 2025, the first one that finds the newest row of a key with the help of indexes. */
const oldestVersion = [25, 8] as const

/**
 * The steps to the newest form of the tables. A released one never changes; each may run again, since several nodes
 * may start at once and ClickHouse cannot take back half of a step.
 */
const steps: readonly (readonly string[])[] = [
  [
    // The rows of a key that are not merged yet count as the newest one of them (`final`, set for each statement).
    // They arrive in the order of their times, so parts hardly overlap, and that costs little.
    `create table if not exists usage_logs (
      id Int64 codec(Delta, ZSTD),
      user_id Int64 codec(ZSTD),
      created_at Int64 codec(Delta, ZSTD),
      type Int64 codec(ZSTD),
      username String codec(ZSTD),
      token_id Int64 codec(ZSTD),
      token_name String codec(ZSTD),
      channel_id Int64 codec(ZSTD),
      model_name LowCardinality(String),
      group_name LowCardinality(String),
      quota Int64 codec(ZSTD),
      list_quota Int64 codec(ZSTD),
      cost_quota Int64 codec(ZSTD),
      cost_known Int64 codec(ZSTD),
      prompt_tokens Int64 codec(ZSTD),
      completion_tokens Int64 codec(ZSTD),
      use_time_ms Int64 codec(ZSTD),
      is_stream Int64 codec(ZSTD),
      request_id String codec(ZSTD),
      content String codec(ZSTD),
      detail String codec(ZSTD),
      is_charged Int64 codec(ZSTD),
      client LowCardinality(String),
      moved_in Int64 codec(Delta, ZSTD),
      index by_request request_id type bloom_filter(0.001) granularity 1,
      index by_user user_id type bloom_filter granularity 1,
      index by_name username type bloom_filter granularity 1,
      index by_token token_id type bloom_filter granularity 1,
      index by_token_name token_name type bloom_filter granularity 1,
      index by_channel channel_id type set(256) granularity 1,
      index by_model model_name type set(256) granularity 1,
      index by_type type type set(8) granularity 1,
      index by_move moved_in type minmax granularity 1
    )
    engine = ReplacingMergeTree(moved_in)
    partition by toYYYYMM(fromUnixTimestamp64Milli(created_at, 'UTC'))
    order by (created_at, id)`,
    `create table if not exists log_positions (name String, at Int64, id Int64)
      engine = ReplacingMergeTree(at) order by name`,
  ],
]

/** The server is older than any whose statements are known to work. */
export class OldClickhouse extends Error {
  override readonly name = 'OldClickhouse'
}

/** Throws OldClickhouse. */
export async function assertNewClickhouse(db: Db): Promise<void> {
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db)
  const version = rows[0]?.version ?? ''
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldestVersion
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new OldClickhouse(
    `The ClickHouse server of LOG_SQL_DSN has the version ${version}. Use ${oldestVersion.join('.')} or newer.`,
  )
}

/**
 * Makes the missing tables and columns. Of a newer program they are left as they are. Call it for a database that is
 * empty or has `stepsTable`.
 */
export async function migrateClickhouse(db: Db): Promise<void> {
  await sql`create table if not exists ${sql.table(stepsTable)} (step Int64, ran_at DateTime default now())
    engine = ReplacingMergeTree order by step`.execute(db)
  const { rows } = await sql<{ last: number }>`select max(step) as last from ${sql.table(stepsTable)}`.execute(db)
  for (let step = (rows[0]?.last ?? 0) + 1; step <= steps.length; step += 1) {
    for (const statement of steps[step - 1] ?? []) await sql.raw(statement).execute(db)
    await sql`insert into ${sql.table(stepsTable)} (step) values (${step})`.execute(db)
  }
}
