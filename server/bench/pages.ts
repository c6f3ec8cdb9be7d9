import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../src/store/dialects/engine.ts'
import { makeTopupSums } from '../src/store/make-topup-sums.ts'
import { makeUsageSums } from '../src/store/make-usage-sums.ts'
import { migrate } from '../src/store/migrate.ts'
import type { Store } from '../src/store/open-database.ts'
import { newTestToken } from '../src/store/test-api-tokens.ts'
import { newTestTask } from '../src/store/test-tasks.ts'
import { password, rootName } from '../test/accounts.ts'
import { type ApiClient, login } from '../test/api-client.ts'
import { createDatabase, sqliteIn, type TestDatabase } from '../test/databases.ts'
import { startServerProcess } from '../test/server-process.ts'
import { limitsOff, startTestServer, testSecrets } from '../test/test-server.ts'
import type { DatabaseServer } from './databases.ts'
import { buildSeries, generateUsage } from './generate-usage.ts'

const rounds = 3
const budgetMs = 100
const budgetBytes = 100_000
const rowsPerStatement = 50_000
const channels = 5_000
const keysPerRequest = 100
const dayMs = 86_400_000

/**
 * Time and size of the first page of the lists of the console, and of each of their filters, as an administrator
 * requests them, over this many rows in each table. The embedded database is kept in the folder `keep`, and used again.
 */
export async function benchPages(rows: number, server: DatabaseServer | null, keep: string | null): Promise<void> {
  const folder = keep === null ? null : join(keep, `pages-${rows}`)
  const isKept = folder !== null && existsSync(join(folder, 'sluice.db'))
  if (folder !== null) mkdirSync(folder, { recursive: true })
  const database =
    folder === null ? await createDatabase(server?.engine ?? 'SQLite', { isMigrated: true }) : sqliteIn(folder)
  try {
    const startedAt = performance.now()
    if (!isKept) await fillDatabase(database, rows)
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
    console.log(`\nPages over ${rows} rows in each table, ${server?.engine ?? 'SQLite'} (made in ${seconds} s)`)
    const { gateway, url, root } = await startGateway(database, await prepareKept(database))
    try {
      for (const path of paths) await measurePage(url, root, path)
    } finally {
      await gateway.terminate()
    }
  } finally {
    await database.drop()
  }
}

async function fillDatabase(database: TestDatabase, rows: number): Promise<void> {
  const store = await database.open({ readOnly: false })
  const now = Date.now()
  await migrate(store)
  await generateUsage(store, rows, now - (now % dayMs))
  await makeUsageSums(store, now, work)
  await countOn(store)
  await fillTables(store, rows)
  await countOn(store)
  await store.close()
}

/** What jobs do in the background. */
const work = { signal: new AbortController().signal, pause: () => Promise.resolve() }

/**
 * Runs the migrations that the database lacks, for which a start would not wait, and makes the sums of top-ups. Returns
 * whether the site is set up.
 */
async function prepareKept(database: TestDatabase): Promise<boolean> {
  const store = await database.open({ readOnly: false })
  const startedAt = performance.now()
  const names = await migrate(store)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  if (names.length > 0) console.log(`  migrated in ${seconds} s: ${names.join(', ')}`)
  await makeTopupSums(store, Date.now(), work)
  const setUp = await store.db.selectFrom('setups').select('id').executeTakeFirst()
  await store.close()
  return setUp !== undefined
}

/** A database that is used again has its accounts and channels. */
async function startGateway(database: TestDatabase, isSetUp: boolean) {
  if (!isSetUp) {
    const server = await startTestServer(database)
    await addChannels(server.api('root'))
    return { gateway: server.process, url: server.url, root: server.api('root') }
  }
  const settings = { LOG_LEVEL: 'warn', ...limitsOff, ...testSecrets, ...database.environment }
  const gateway = await startServerProcess(settings)
  return { gateway, url: gateway.url, root: await login(gateway.url, rootName, password) }
}

/** Channels have sealed keys, so the gateway makes them. */
async function addChannels(client: ApiClient): Promise<void> {
  const models = Array.from({ length: 30 }, (_, i) => `model-${i}`).join(',')
  for (let first = 1; first <= channels; first += keysPerRequest) {
    const keys = Array.from({ length: keysPerRequest }, (_, i) => `sk-upstream-${first + i}`)
    const channel = { type: 1, name: `channel-${first}`, base_url: 'http://127.0.0.1:9', models, groups: ['default'] }
    await client.post('/api/channel/', { ...channel, key: keys.join('\n') })
  }
}

async function measurePage(url: string, client: ApiClient, path: string): Promise<void> {
  const headers = { origin: url, cookie: `session=${client.session}`, 'new-api-user': String(client.user.id) }
  const times: number[] = []
  let status = 0
  let bytes = 0
  for (let round = 0; round < rounds; round += 1) {
    const requestedAt = performance.now()
    const answer = await fetch(url + path, { headers })
    bytes = (await answer.arrayBuffer()).byteLength
    times.push(performance.now() - requestedAt)
    status = answer.status
  }
  const sorted = times.toSorted((a, b) => a - b)
  const [, median = 0] = sorted
  const isAbove = median > budgetMs || bytes > budgetBytes
  const figures = sorted.map((ms) => ms.toFixed(0).padStart(6)).join('')
  console.log(
    `  ${path.padEnd(72)} ${status}${figures} ms ${(bytes / 1_000).toFixed(1).padStart(7)} kB${isAbove ? '  ABOVE' : ''}`,
  )
}

/** The rows of a table by the number `i`; what is not here has its default. */
type Columns = Record<string, RawBuilder<unknown> | string | number | null>

const start = Date.UTC(2026, 0, 1)
const text = (prefix: string) => sql`concat(${sql.lit(prefix)}, i)`
/** A minute apart, within a year. */
const at = sql`${sql.lit(start)} + (i % 500000) * 60000`

const tables: Record<string, Columns> = {
  users: {
    id: sql`10000 + i`,
    username: text('person-'),
    password_hash: '',
    display_name: text('Person '),
    role: 1,
    status: sql`case when i % 50 = 0 then 2 else 1 end`,
    email: text('person@example.com-'),
    group_name: sql`case when i % 10 = 0 then 'vip' else 'default' end`,
    setting: '{}',
    quota: sql`i % 7919`,
    used_quota: sql`i % 6421`,
    request_count: sql`i % 311`,
    created_at: at,
    deleted_at: sql`case when i % 200 = 0 then 1 else null end`,
    last_seen_at: at,
  },
  api_tokens: {
    ...newTestToken({ user_id: 0 }),
    user_id: sql`case when i % 10 = 0 then 7 else 10000 + i end`,
    name: text('key-'),
    key_hash: text('hash-of-'),
    status: sql`1 + i % 4`,
    created_at: at,
  },
  audit_logs: {
    created_at: at,
    actor_id: sql`1 + i % 5`,
    actor_name: sql`concat('admin-', 1 + i % 5)`,
    action: sql`case when i % 1000 = 0 then 'option.set' when i % 3 = 0 then 'user.update' else 'channel.update' end`,
    object_type: sql`case when i % 1000 = 0 then 'option' when i % 3 = 0 then 'user' else 'channel' end`,
    object_id: sql`concat('', i % 5000)`,
    before: '{"name":"a","status":1}',
    after: '{"name":"b","status":2}',
    ip: '203.0.113.7',
    request_id: text('request-'),
  },
  redemptions: {
    user_id: 1,
    key_hash: text('code-'),
    key_box: '',
    status: sql`1 + i % 3`,
    name: sql`concat('spring-', i % 1000)`,
    quota: 500_000,
    created_at: sql`${sql.lit(start)} + (i % 10000) * 60000`,
    expires_at: sql`case when i % 2 = 0 then ${sql.lit(start)} else null end`,
    redeemed_at: sql`case when i % 3 = 2 then ${at} else 0 end`,
    used_user_id: sql`case when i % 3 = 2 then 10000 + i else 0 end`,
    deleted_at: null,
  },
  topup_orders: {
    trade_no: text('ORDER'),
    user_id: sql`10000 + i % 1000`,
    method: sql`case when i % 3 = 0 then 'stripe' when i % 3 = 1 then 'alipay' else 'wxpay' end`,
    amount: 10,
    quota: 5_000_000,
    money: '10.00',
    currency: 'usd',
    status: sql`case when i % 100 = 0 then 'pending' when i % 4 = 0 then 'expired' else 'success' end`,
    gateway_no: text('pi_'),
    completed_by: 0,
    created_at: at,
    expires_at: at,
    completed_at: at,
  },
  tasks: {
    ...newTestTask({ user_id: 0 }),
    user_id: sql`10000 + i % 1000`,
    platform: sql`case when i % 4 = 0 then 'suno' when i % 4 = 1 then 'video' when i % 4 = 2 then 'image' else 'mj' end`,
    task_id: text('task-'),
    request_ref: text('task-ref-'),
    action: sql`case when i % 4 = 0 then 'MUSIC' when i % 4 = 3 then 'IMAGINE' else 'GENERATE' end`,
    status: sql`case when i % 20 = 0 then 'FAILURE' else 'SUCCESS' end`,
    channel_id: sql`1 + i % 12`,
    phase: 2,
    progress: 100,
    submitted_at: at,
    finished_at: at,
    created_at: at,
    updated_at: at,
  },
}

async function fillTables(store: Store, rows: number): Promise<void> {
  const db = await store.openWithoutStatementTimeout()
  const { engine } = store
  for (const [table, columns] of Object.entries(tables)) {
    const names = Object.keys(columns)
    const values = Object.values(columns).map((value) =>
      typeof value === 'object' && value !== null ? value : literal(value),
    )
    for (let first = 1; first <= rows; first += rowsPerStatement) {
      const end = Math.min(rows, first + rowsPerStatement - 1)
      await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
        select ${sql.join(values)} from ${buildSeries(engine, first, end)}`.execute(db)
    }
  }
  await analyze(db, engine)
  if (db !== store.db) await db.destroy()
}

/** Rows with given ids do not move the counter of PostgreSQL, from which the next ids come. */
async function countOn({ db, engine }: Store): Promise<void> {
  if (engine !== 'postgres') return
  for (const table of ['users', 'api_tokens'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      db,
    )
}

const literal = (value: string | number | null): RawBuilder<unknown> => (value === null ? sql`null` : sql.lit(value))

/** Servers do it by themselves; the embedded database of a site has no statistics. */
async function analyze(db: Store['db'], engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  if (engine === 'mysql') await sql.raw(`analyze table ${Object.keys(tables).join(', ')}`).execute(db)
  else await sql`analyze`.execute(db)
}

const daySeconds = 86_400
const today = Math.floor(Date.now() / dayMs) * daySeconds
/** The last days, as the dashboard requests them. */
const days = (count: number) => `start_timestamp=${today - count * daySeconds}&end_timestamp=${today + daySeconds - 1}`
const seconds = (day: number) => start / 1_000 + day * 86_400
const list = (path: string, filters: readonly string[]) => [
  `${path}?p=1&page_size=20`,
  ...filters.map((filter) => `${path}?p=1&page_size=20&${filter}`),
]

const paths = [
  '/api/user/?p=5000&page_size=20',
  ...list('/api/user/', [
    ...['username', 'quota', 'used_quota', 'request_count', 'group', 'created_at', 'last_seen_at'].map(
      (name) => `sort_by=${name}`,
    ),
    'sort_by=quota&sort_order=asc',
  ]),
  ...list('/api/user/search', [
    'keyword=person-12345',
    'keyword=nobody-has-this',
    'keyword=10012',
    'group=vip',
    'role=10',
    'role=1',
    'status=2',
    'deleted=hide',
    'deleted=only',
    'keyword=person&status=2&group=vip',
    'keyword=person&sort_by=quota',
  ]),
  ...list('/api/token/', ['status=2', 'sort=used', 'sort=spend&usage=month']),
  ...list('/api/audit/', [
    'action=option.set',
    'action=user.update',
    'action=nothing.such',
    'actor_id=3',
    'actor_id=99',
    'actor_name=admin-3',
    'actor_name=nobody',
    'object_type=option',
    'object_type=channel&object_id=77',
    'object_id=77',
    `start_timestamp=${seconds(100)}&end_timestamp=${seconds(101)}`,
    `action=option.set&start_timestamp=${seconds(100)}&end_timestamp=${seconds(200)}`,
  ]),
  ...list('/api/redemption/', ['status=1', 'status=2', 'status=3', 'status=expired']),
  ...list('/api/redemption/search', ['keyword=spring-77', 'keyword=nothing', 'keyword=777', 'batch=777']),
  ...list('/api/topup/', [
    'method=stripe',
    'status=pending',
    'status=success',
    'status=reversed',
    'user=10005',
    'user=person-5',
    'user=nobody',
    'keyword=ORDER777',
    'keyword=nothing',
    `start_timestamp=${seconds(100)}&end_timestamp=${seconds(101)}`,
  ]),
  ...list('/api/user/topup', ['keyword=ORDER7777', 'keyword=nothing']),
  ...list('/api/task/', [
    'platform=suno',
    'platform=nothing',
    'status=FAILURE',
    'status=IN_PROGRESS',
    'action=MUSIC',
    'platform=video&status=FAILURE',
    'channel_id=3',
    'channel_id=77',
    'task_id=task-777',
    'task_id=nothing',
    `start_timestamp=${seconds(100)}&end_timestamp=${seconds(101)}`,
  ]),
  '/api/task/open',
  ...list('/api/mj/', ['channel_id=3', 'mj_id=task-777']),
  ...list('/api/log/', [
    'type=2',
    'type=5',
    'username=user-7',
    'username=nobody',
    'model_name=model-2',
    'model_name=model-rare',
    'model_name=model-absent',
    'model_name=%25-2%25',
    'token_name=token-7',
    'token_name=token-1001',
    'token_name=token-absent',
    'channel=3',
    'channel=99',
    'channel=77',
    'group=vip',
    'username=user-7&model_name=model-8',
    'type=5&channel=3&model_name=model-2',
    'request_id=request-777777',
    `start_timestamp=${today - 45 * daySeconds}&end_timestamp=${today - 44 * daySeconds}`,
  ]),
  '/api/log/stat',
  `/api/log/stat?${days(30)}`,
  `/api/log/stat?${days(30)}&model_name=model-2`,
  `/api/log/histogram?${days(30)}`,
  `/api/log/histogram?${days(30)}&username=user-7`,
  ...list('/api/channel/', ['status=disabled', 'group=default', 'sort_by=name', 'tag_mode=true']),
  ...list('/api/channel/search', ['keyword=channel-7', 'keyword=nothing', 'model=model-2']),
  `/api/data/?${days(1)}`,
  `/api/data/?${days(30)}`,
  `/api/data/?${days(90)}`,
  `/api/data/?${days(30)}&username=user-7`,
  // The console asks for days here, and for hours where the reader chooses them.
  `/api/data/overview?${days(30)}&by=model&step=day`,
  `/api/data/overview?${days(30)}&by=channel&step=day`,
  `/api/data/overview?${days(30)}&by=model`,
  `/api/data/overview?${days(30)}&by=channel`,
  `/api/data/overview?${days(30)}&by=user`,
  `/api/data/overview?${days(90)}&by=model,channel`,
  `/api/data/flow?${days(30)}`,
  `/api/data/errors?${days(30)}`,
  `/api/data/users?${days(30)}`,
  `/api/data/tokens?${days(30)}`,
  `/api/data/channels?${days(30)}`,
  '/api/data/attention',
  '/api/data/customers',
  `/api/margin/?${days(30)}&by=model`,
  `/api/margin/?${days(30)}&by=user,channel`,
  `/api/margin/cache?${days(30)}`,
]
