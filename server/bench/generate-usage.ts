import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../src/store/dialects/engine.ts'
import type { Store } from '../src/store/open-database.ts'
import { newTestToken } from '../src/store/test-api-tokens.ts'
import { insertTestUser } from '../src/store/test-users.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const spanDays = 90
const rowsPerStatement = 50_000
const rareRows = 100

/** Values of the generated rows that the bench queries. `rare` ones are in `rareRows` rows of any number. */
export const generated = {
  often: { userId: 7, username: 'user-7', tokenName: 'token-7', channelId: 3, modelName: 'model-2' },
  rare: {
    userId: 1_001,
    username: 'user-1001',
    tokenName: 'token-1001',
    channelId: 99,
    modelName: 'model-rare',
  },
  absent: { channelId: 77, modelName: 'model-absent', tokenName: 'token-absent' },
  spanDays,
} as const

const accounts = 1_001

/**
 * Fills an empty database with usage of the last 90 days, evenly spread: 1 000 accounts with a token and three
 * models each, of which 50 make three quarters of the calls and 20 others are active in an hour, 12 channels, 30
 * models, 4 % errors, and one account, token, channel and model that are in 100 rows. Engines make the rows, because
 * sending millions of them would take longer.
 */
export async function generateUsage(store: Store, rows: number, untilAt: number): Promise<void> {
  const { engine } = store
  const db = await store.openWithoutStatementTimeout()
  await makeAccounts({ db })
  const fromAt = untilAt - spanDays * dayMs
  const step = Math.floor((untilAt - fromAt) / rows)
  const rareStep = Math.floor(rows / rareRows)
  const start = sql.raw(String(fromAt))
  const indices = await dropIndices(db, engine)
  for (let first = 1; first <= rows; first += rowsPerStatement) {
    const end = Math.min(rows, first + rowsPerStatement - 1)
    await sql`
      insert into usage_logs (user_id, created_at, type, username, token_id, token_name, channel_id, model_name,
        group_name, quota, list_quota, cost_quota, cost_known, prompt_tokens, completion_tokens, use_time_ms, is_stream,
        request_id, content, detail)
      select user_id, ${start} + i * ${whole(step)}, type, concat('user-', user_id), user_id, concat('token-', user_id),
        case when is_rare = 1 then 99 when type = 5 and i % 10 = 0 then 0 else 1 + (user_id + mixed % 3 + 6 * (mixed % 2)) % 12 end,
        case when is_rare = 1 then 'model-rare' else concat('model-', (user_id + mixed % 3) % 30) end,
        case when user_id % 10 = 0 then 'vip' else 'default' end,
        case when type = 2 then 100 + mixed % 900 else 0 end, case when type = 2 then 100 + mixed % 900 else 0 end,
        case when type = 2 then 50 + mixed % 400 else 0 end, 1, mixed % 4000, mixed % 1000, mixed % 20000, mixed % 2,
        concat('request-', i), case when type = 5 then 'the upstream answered with status 500' else '' end, ${detail}
      from (
        select i, mixed, is_rare,
          case when is_rare = 1 then 2 when mixed % 25 = 0 then 5 when i % 5000 = 1 then 1 else 2 end as type,
          case
            when is_rare = 1 then 1001
            when mixed % 4 < 3 then 1 + mixed % 50
            else 51 + (37 * ((i * ${whole(step)} - (i * ${whole(step)}) % 3600000) % 999983) + mixed % 20) % 950
          end as user_id
        from (
          select i, (i * 2654435761) % 4294967291 as mixed, case when i % ${whole(rareStep)} = 0 then 1 else 0 end as is_rare
          from ${buildSeries(engine, first, end)}
        ) as numbered
      ) as drawn`.execute(db)
  }
  await sumHours({ db }, fromAt, untilAt)
  for (const text of indices) await sql.raw(text).execute(db)
  if (engine === 'postgres')
    for (const table of ['usage_logs', 'usage_hours']) await sql.raw(`analyze ${table}`).execute(db)
  if (engine === 'mysql') await sql`analyze table usage_logs, usage_hours`.execute(db)
  if (db !== store.db) await db.destroy()
}

/**
 * Drops the indices by account and type, and returns the statements that create them again, which is much faster in one
 * pass at the end. MariaDB keeps its indices.
 */
async function dropIndices(db: Store['db'], engine: Engine): Promise<string[]> {
  if (engine === 'mysql') return []
  const { rows } = await (engine === 'sqlite'
    ? sql<{ name: string; text: string }>`
        select name, sql as text from sqlite_master
        where type = 'index' and tbl_name = 'usage_logs' and sql is not null and name not like '%by_created_at%'`
    : sql<{ name: string; text: string }>`
        select indexname as name, indexdef as text from pg_indexes
        where tablename = 'usage_logs' and indexname <> 'usage_logs_pk'`
  ).execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  return rows.map(({ text }) => text.replace(' ON ONLY ', ' ON '))
}

/** Some 500 bytes, as calls leave them. */
const detail = sql.lit(
  JSON.stringify({
    model_ratio: 1.25,
    group_ratio: 1,
    completion_ratio: 4,
    cache_tokens: 0,
    cache_ratio: 0.5,
    frt: 512,
    exact_quota: '1234.567891',
    admin_info: { use_channel: ['3'], client_ip: '203.0.113.7', upstream_model: 'a-model-of-the-upstream' },
    request_path: '/v1/chat/completions',
    filler: 'x'.repeat(250),
  }),
)

const whole = (value: number) => sql.raw(String(value))

/** The numbers from `first` to `last`, in a column `i`. */
export function buildSeries(engine: Engine, first: number, last: number): RawBuilder<unknown> {
  if (engine === 'postgres') return sql.raw(`generate_series(${first}::bigint, ${last}::bigint) as series(i)`)
  if (engine === 'mysql') return sql.raw(`(select seq as i from seq_${first}_to_${last}) as series`)
  return sql.raw(
    `(with recursive series(i) as (select ${first} union all select i + 1 from series where i < ${last}) select i from series) as series`,
  )
}

async function makeAccounts({ db }: Pick<Store, 'db'>): Promise<void> {
  for (let id = 1; id <= accounts; id += 1) {
    await insertTestUser(db, { id, username: `user-${id}` })
    const token = newTestToken({ id, user_id: id, name: `token-${id}`, key_hash: `hash-${id}` })
    await db.insertInto('api_tokens').values(token).execute()
  }
}

/** Writes the hourly sums that the ledger would have written. */
async function sumHours({ db }: Pick<Store, 'db'>, fromAt: number, untilAt: number): Promise<void> {
  const first = fromAt - (fromAt % hourMs)
  for (let at = first; at < untilAt; at += dayMs)
    await sql`
      insert into usage_hours (hour, user_id, token_id, channel_id, group_name, model_name, calls, errors, quota,
        list_quota, cost_quota, cost_known_calls, cost_known_quota, prompt_tokens, completion_tokens, use_time_ms)
      select hour, user_id, token_id, channel_id, group_name, model_name,
        sum(case when type = 2 then 1 else 0 end), sum(case when type = 5 then 1 else 0 end), sum(quota),
        sum(list_quota), sum(cost_quota), sum(case when type = 2 then 1 else 0 end), sum(quota), sum(prompt_tokens),
        sum(completion_tokens), sum(use_time_ms)
      from (
        select created_at - created_at % 3600000 as hour, user_id, token_id, channel_id, group_name,
          case when type = 5 and channel_id = 0 then '' else model_name end as model_name, type, quota, list_quota,
          cost_quota, prompt_tokens, completion_tokens, use_time_ms
        from usage_logs
        where created_at >= ${at} and created_at < ${Math.min(at + dayMs, untilAt)} and type in (2, 5)
      ) as counted
      group by hour, user_id, token_id, channel_id, group_name, model_name`.execute(db)
}
