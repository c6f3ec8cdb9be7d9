import { expect, test } from 'bun:test'
import { logType } from '@sluice/contract/roles'
import { sql } from 'kysely'
import { withMoves } from '../src/store/log-store/log-database.ts'
import { movedPosition } from '../src/store/log-store/moved-rows.ts'
import { createLogPlace, logOnlyEngines } from '../src/store/log-store/test-log-stores.ts'
import { openDatabase, type Store } from '../src/store/open-database.ts'
import { hasTable } from '../src/store/ran-migrations.ts'
import { engineNames } from './databases.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { waitUntil } from './wait-until.ts'

const messages = [{ role: 'user', content: 'Where does the river run?' }]
const hourMs = 3_600_000
/** More than can move before the last kill. Moves to ClickHouse are larger. */
const rowsFor = (logEngine: string) => (logEngine === 'ClickHouse' ? 36_000 : 12_000)

const logEngines = new Set<string>([...engineNames, ...logOnlyEngines.map(({ name }) => name)])
const pairs = (
  [
    ['SQLite', 'PostgreSQL'],
    ['PostgreSQL', 'MariaDB'],
    ['MariaDB', 'PostgreSQL'],
    ['PostgreSQL', 'ClickHouse'],
  ] as const
).filter(([main, logs]) => engineNames.includes(main) && logEngines.has(logs))

// Concurrently, as most of the time is spent waiting for the job.
test.concurrent.each(pairs)(
  'a server on %s that is killed while it moves usage rows to %s leaves each row in one place',
  async (mainEngine, logEngine) => {
    const {
      settings: { dsn },
      remove,
    } = await createLogPlace({ name: logEngine })
    const logs = await openDatabase({ dsn, sqlitePath: '', poolMax: 2 })
    const upstream = await startFakeUpstream(fakeOpenAi())
    const server = await startTestServer(mainEngine, { LOG_SQL_DSN: dsn })
    await server.addChannel(upstream.url)
    const key = await server.makeToken('user')
    const call = async () => {
      const answer = await server.relay(key, '/v1/chat/completions', { model: 'gpt-4o', messages })
      expect(answer.status).toBe(200)
      await answer.text()
    }
    for (let count = 0; count < 20; count++) await call()
    await server.process.kill()
    await withMain(server, (store) => makeOldRows(store, rowsFor(logEngine)))
    const before = await readAllRows(server, logs)
    expect(before).toHaveLength(new Set(before).size)

    await server.crashAndRestart()
    let calls = 0
    for (const cut of ['anywhere', 'copied', 'anywhere'] as const) {
      const moved = await readBatch(logs)
      const release = cut === 'copied' ? await stopRemovals(server, logEngine) : null
      await waitUntil('rows move', async () => {
        const batch = await readBatch(logs)
        return cut === 'copied' ? batch > (await withMain(server, readPosition)) : batch >= moved + 3
      })
      await server.process.kill()
      await release?.()
      if (release) expect(await withMain(server, readPosition)).toBeLessThan(await readBatch(logs))
      expect(await withMain(server, countRefused)).toBeGreaterThan(0)
      // Nothing is lost. What is in both places is the same row, and is shown once.
      const kept = new Set(await readAllRows(server, logs))
      expect([before.filter((row) => !kept.has(row)), kept.size]).toEqual([[], before.length + calls])
      // The killed process held the turn, which would expire after a minute.
      await withMain(server, ({ db }) =>
        db.updateTable('log_positions').set({ at: 0 }).where('name', 'like', 'turn:%').execute(),
      )
      await server.crashAndRestart()
      await call()
      calls += 1
    }

    await waitUntil('all rows have moved', async () => (await withMain(server, countRefused)) === 0)
    // The charged calls move after the refused ones: one that moves just now may be read in both places.
    let after: string[] = []
    await waitUntil('each row is in one place', async () => {
      after = await readAllRows(server, logs)
      return after.length === before.length + calls
    })
    const unique = new Set(after)
    expect(unique.size).toBe(after.length)
    expect(before.filter((row) => !unique.has(row))).toEqual([])
    // `stop` audits balances, entries, hours and the rows of both databases.
    await server.stop()
    await upstream.close()
    await logs.close()
    await remove()
  },
  300_000,
)

/** Makes the calls an hour old, and adds many older refused ones. */
async function makeOldRows({ db }: Store, rowCount: number): Promise<void> {
  const calls = await db.selectFrom('usage_logs').selectAll().execute()
  const [sample] = calls
  if (!sample) throw new Error('no call is logged')
  for (const { id, created_at } of calls)
    await db
      .updateTable('usage_logs')
      .set({ created_at: created_at - hourMs })
      .where('id', '=', id)
      .execute()
  const { id: _, ...common } = { ...sample, type: logType.error, quota: 0, list_quota: 0, cost_quota: 0 }
  for (let first = 0; first < rowCount; first += 1_000)
    await db
      .insertInto('usage_logs')
      .values(
        Array.from({ length: 1_000 }, (__, index) => ({
          ...common,
          detail: '{}',
          created_at: sample.created_at - 2 * hourMs + (first + index) * 100,
          request_id: `refused-${first + index}`,
        })),
      )
      .execute()
}

/** Runs `work` on the main database, whether the server runs or not. */
async function withMain<T>(server: TestServer, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await server.database.open({ readOnly: await isRunning(server) })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const isRunning = (server: TestServer): Promise<boolean> =>
  Promise.race([server.process.exited.then(() => false), new Promise<true>((yes) => setImmediate(() => yes(true)))])

async function readBatch(logs: Store): Promise<number> {
  if (logs.engine === 'clickhouse') {
    if (!(await hasTable(logs.db, 'usage_logs'))) return 0
    const last = withMoves(logs.db)
      .selectFrom('usage_logs')
      .select((eb) => eb.fn.max('moved_in').as('last'))
    return (await last.executeTakeFirstOrThrow()).last
  }
  const moves = withMoves(logs.db).selectFrom('log_moves').select('batch')
  return (await moves.executeTakeFirstOrThrow()).batch
}

/**
 * Until the returned function is called, no move is completed: its rows stay in both databases. Null for the embedded
 * database, which has one writer.
 */
async function stopRemovals({ database }: TestServer, logEngine: string): Promise<(() => Promise<void>) | null> {
  if (database.engine === 'SQLite') return null
  const store = await database.open()
  const isLocked = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<true>()
  const lock = store.db.transaction().execute(async (transaction) => {
    const position = transaction.selectFrom('log_positions').select('id').where('name', '=', movedPosition)
    // A move to ClickHouse takes its number from the position.
    if (logEngine === 'ClickHouse') await sql`lock table usage_logs in share mode`.execute(transaction)
    else await position.forUpdate().execute()
    isLocked.resolve()
    // The server ends a transaction without statements after some seconds, and a removal would then pass.
    while (!(await Promise.race([mayEnd.promise, Bun.sleep(1_000)]))) await position.execute()
  })
  await isLocked.promise
  return async () => {
    mayEnd.resolve(true)
    await lock
    await store.close()
  }
}

async function readPosition({ db }: Store): Promise<number> {
  const row = await db.selectFrom('log_positions').select('id').where('name', '=', movedPosition).executeTakeFirst()
  return row?.id ?? 0
}

/** The refused calls in the main database. */
async function countRefused({ db }: Store): Promise<number> {
  const { count } = await db
    .selectFrom('usage_logs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('type', '=', logType.error)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The rows of both databases. A row that moves meanwhile is not missed, as the place that it leaves is read first. */
async function readAllRows(server: TestServer, logs: Store): Promise<string[]> {
  const read = async ({ db }: Store) => {
    const rows = await db.selectFrom('usage_logs').select(['id', 'created_at', 'type', 'quota', 'request_id']).execute()
    return rows.map(({ id, created_at, type, quota, request_id: ref }) => [id, created_at, type, quota, ref].join(' '))
  }
  const kept = await withMain(server, read)
  return (await hasTable(logs.db, 'usage_logs')) ? [...kept, ...(await read(logs))] : kept
}
