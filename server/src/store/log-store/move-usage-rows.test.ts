import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { logType } from '@sluice/contract/roles'
import type { Store } from '../open-database.ts'
import type { NewUsageLog } from '../schema.ts'
import { StoreError } from '../store-error.ts'
import { engines } from '../test-databases.ts'
import { newTestUsageLog } from '../test-usage-logs.ts'
import { sumChargedQuota } from '../usage-log-sums.ts'
import { countUsageLogs, listUsageLogs, readBound } from '../usage-logs.ts'
import { copyNext, moveUsageRows, removeCopied, voidMoves } from './move-usage-rows.ts'
import type { LogStore } from './open-log-store.ts'
import { freshLogStore, logOnlyEngines } from './test-log-stores.ts'

const start = Date.UTC(2026, 9, 30, 23)
const row = (index: number): NewUsageLog =>
  newTestUsageLog({
    user_id: 1 + (index % 3),
    created_at: start + Math.floor(index / 2) * 60_000,
    type: index % 10 === 9 ? logType.error : logType.consume,
    model_name: index % 4 === 0 ? 'rare' : 'gpt-4o',
    quota: index + 1,
    list_quota: index + 1,
    request_id: `request-${index}`,
    content: 'a\0b',
    detail: '{"a":"ä"}',
  })
const rowCount = 40

const findEngine = (name: string) => engines.filter((engine) => engine.name === name)
const findLogEngine = (name: string) => [...engines, ...logOnlyEngines].filter((engine) => engine.name === name)
const pairs = [
  ['SQLite', 'SQLite'],
  ['PostgreSQL', 'PostgreSQL'],
  ['PostgreSQL', 'MariaDB'],
  ['MariaDB', 'PostgreSQL'],
  ['SQLite', 'ClickHouse'],
  ['MariaDB', 'ClickHouse'],
].flatMap(([from = '', to = '']) =>
  findEngine(from).flatMap((main) => findLogEngine(to).map((logs) => ({ name: `${from} to ${to}`, main, logs }))),
)

describe.each(pairs)('rows that move from $name', ({ main: mainEngine, logs: logEngine }) => {
  let main: Store
  let logStore: LogStore
  let logs: Store
  beforeAll(async () => {
    main = await mainEngine.fresh()
    logStore = await freshLogStore(logEngine)
    logs = await logStore.open()
  })
  afterAll(async () => {
    await main.close()
    await logStore.close()
  })
  // PostgreSQL has no text with U+0000.
  const isPostgres = mainEngine.name === 'PostgreSQL'
  beforeEach(async () => {
    for (const { db } of [main, logs]) await db.deleteFrom('usage_logs').execute()
    const rows = Array.from({ length: rowCount }, (_, index) => row(index))
    await main.db
      .insertInto('usage_logs')
      .values(isPostgres ? rows.map((usageRow) => ({ ...usageRow, content: 'ab' })) : rows)
      .execute()
  })

  const databases = () => ({ main: main.db, reports: main.reports, logs: logs.db })
  const bounds = { beforeAt: start + 10 * 60_000, rowsPerMove: 7 }
  const all = { ...bounds, beforeAt: Number.MAX_SAFE_INTEGER }
  const work = { signal: new AbortController().signal, pause: () => Promise.resolve() }
  const countIn = async ({ db }: Store) =>
    Number(
      (
        await db
          .selectFrom('usage_logs')
          .select((eb) => eb.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )

  /** Everything that the console shows of the rows, from both databases. */
  async function readShown(moved: LogStore | null) {
    const { readMs: _, ...bound } = readBound
    const search = { bound, moved }
    const filters = [{}, { userId: 2 }, { modelName: 'rare' }]
    const answers = []
    for (const filter of filters) {
      const { rows } = await listUsageLogs(main.reports, filter, { limit: 100 }, search)
      const page = await listUsageLogs(main.reports, filter, { limit: 3, offset: 2 }, search)
      const last = page.rows.at(-1)
      if (!last) throw new Error('an empty page')
      const after = { createdAt: last.created_at, id: last.id }
      const next = await listUsageLogs(main.reports, filter, { limit: 3, after }, search)
      answers.push(
        rows.map(({ id, created_at, quota, request_id, detail }) => [id, created_at, quota, request_id, detail]),
        page.rows.map(({ id }) => id),
        next.rows.map(({ id }) => id),
        (await countUsageLogs(main.reports, filter, search)).count,
        await sumChargedQuota(main.reports, filter, { moved }),
      )
    }
    return answers
  }

  test('are shown once, before, during and after each move', async () => {
    const before = await readShown(null)
    expect(before[0]).toHaveLength(rowCount)
    expect(await readShown(logStore)).toEqual(before)
    while ((await copyNext(databases(), { ...all, rowsPerMove: 15 })) > 0) {
      expect(await readShown(logStore)).toEqual(before)
      await removeCopied(databases())
      expect(await readShown(logStore)).toEqual(before)
    }
    // The highest id is not assigned again.
    expect(await countIn(main)).toBe(isPostgres ? 0 : 1)
  })

  test('are only old rows', async () => {
    expect(await moveUsageRows(databases(), bounds, work)).toBe(20)
    expect([await countIn(main), await countIn(logs)]).toEqual([20, 20])
    expect(await moveUsageRows(databases(), bounds, work)).toBe(0)
  })

  test('a move that ended between copy and removal is finished by the next process', async () => {
    const before = await readShown(null)
    expect(await copyNext(databases(), bounds)).toBe(7)
    expect([await countIn(main), await countIn(logs)]).toEqual([40, 7])
    // Older rows arrive late, so that a new move would choose other rows.
    const late = { ...row(0), created_at: start - 1, content: '' }
    await main.db
      .insertInto('usage_logs')
      .values([late, { ...late, created_at: start + 86_400_000 }])
      .execute()
    expect(await moveUsageRows(databases(), bounds, work)).toBe(14)
    for (const { db } of [main, logs])
      await db
        .deleteFrom('usage_logs')
        .where((eb) => eb.or([eb('created_at', '<', start), eb('created_at', '>=', start + 86_400_000)]))
        .execute()
    expect(await readShown(logStore)).toEqual(before)
  })

  test('several processes move each row once', async () => {
    const before = await readShown(null)
    const moved = await Promise.all([1, 2, 3].map(() => moveUsageRows(databases(), all, work).catch(() => 0)))
    await moveUsageRows(databases(), all, work)
    expect(moved.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(rowCount)
    expect((await countIn(main)) + (await countIn(logs))).toBe(rowCount)
    expect(await readShown(logStore)).toEqual(before)
  })

  test('a change invalidates the moves that read their rows before it', async () => {
    const reads = Promise.withResolvers<void>()
    const changed = Promise.withResolvers<void>()
    const reports = main.reports.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        reads.resolve()
        await changed.promise
        return result
      },
    })
    const copying = copyNext({ ...databases(), reports }, all)
    await reads.promise
    await main.db.updateTable('usage_logs').set({ username: 'deleted' }).execute()
    await voidMoves({ main: main.db, logs: logs.db })
    changed.resolve()
    expect(await copying).toBe(0)
    expect(await countIn(logs)).toBe(0)
    await moveUsageRows(databases(), all, work)
    const names = await logs.db.selectFrom('usage_logs').select('username').distinct().execute()
    expect(names).toEqual([{ username: 'deleted' }])
  })

  test('a main database restored from a backup before some moves shows no moved row twice', async () => {
    const before = await readShown(null)
    const rows = await main.db.selectFrom('usage_logs').selectAll().execute()
    const positions = await main.db.selectFrom('log_positions').selectAll().execute()
    await moveUsageRows(databases(), bounds, work)
    await main.db.deleteFrom('usage_logs').execute()
    await main.db.insertInto('usage_logs').values(rows).execute()
    for (const { name, ...position } of positions)
      await main.db.updateTable('log_positions').set(position).where('name', '=', name).execute()
    expect(await readShown(logStore)).toEqual(before)
    await moveUsageRows(databases(), bounds, work)
    expect(await readShown(logStore)).toEqual(before)
    expect([await countIn(main), await countIn(logs)]).toEqual([20, 20])
  })

  test('a different log database receives the next moves', async () => {
    await moveUsageRows(databases(), bounds, work)
    const other = await freshLogStore(logEngine)
    try {
      const otherEnds = { ...databases(), logs: (await other.open()).db }
      await moveUsageRows(otherEnds, { ...bounds, beforeAt: start + 15 * 60_000 }, work)
      expect(await countIn(await other.open())).toBe(10)
      expect((await countUsageLogs(main.reports, {}, { moved: other })).count).toBe(20)
    } finally {
      await other.close()
    }
  })
})

test('with an unreachable log database lists are refused, and rows stay in the main database', async () => {
  const [engine] = engines
  if (!engine) throw new Error('no engine')
  const main = await engine.fresh()
  const unreachable: LogStore = {
    open: () => Promise.reject(new StoreError('unreachable', 'away')),
    fault: 'away',
    check: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
  try {
    const listed = listUsageLogs(main.reports, {}, { limit: 10 }, { moved: unreachable })
    expect(await listed.catch((error: unknown) => error)).toMatchObject({ failure: 'unreachable' })
  } finally {
    await main.close()
  }
})
