import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { dayMs, hourMs } from '@sluice/contract/durations'
import { logType } from '@sluice/contract/roles'
import { type Kysely, sql } from 'kysely'
import { sumUsageRows } from '../../../cli/audit-usage-rows.ts'
import { adviceFor } from '../../../cli/explain-start.ts'
import { checkLogDatabase } from '../../../doctor/check-log-database.ts'
import { systemClock } from '../../../platform/clock.ts'
import { parseConfig } from '../../../platform/config.ts'
import { countChannelErrors } from '../../channel-errors.ts'
import { readDatabaseSize } from '../../database-size.ts'
import type { Store } from '../../open-database.ts'
import { clearUsageNames, deletedName } from '../../retired-names.ts'
import type { Database, NewUsageLog } from '../../schema.ts'
import { StoreError } from '../../store-error.ts'
import { engines } from '../../test-databases.ts'
import { newTestUsageLog } from '../../test-usage-logs.ts'
import type { UsageLogFilter } from '../../usage-log-filter.ts'
import { countRowSteps } from '../../usage-log-histogram.ts'
import { countCallsAndTokens, sumChargedQuota } from '../../usage-log-sums.ts'
import { countUsageLogs, findUsageLog, listUsageLogs, readBound } from '../../usage-logs.ts'
import { deleteUsageLogs, removeOldContents, removeOldUsageLogs } from '../../usage-retention.ts'
import { isUnusable } from '../log-database.ts'
import { moveUsageRows } from '../move-usage-rows.ts'
import { createLogStore, type LogStore } from '../open-log-store.ts'
import { createLogPlace, freshLogStore, logOnlyEngines } from '../test-log-stores.ts'

const [clickhouse] = logOnlyEngines
const [embedded] = engines
const start = Date.UTC(2026, 9, 30, 20)
const minuteMs = 60_000
const everything = { beforeAt: Number.MAX_SAFE_INTEGER, rowsPerMove: 400 }
const work = { signal: new AbortController().signal, pause: () => Promise.resolve() }

const detail = (index: number) =>
  JSON.stringify({
    upstream_id: `chatcmpl-${index}_x`,
    path: '/v1/chat/completions',
    ratio: 0.1,
    error: { code: 'upstream_error', status: 502, message: 'told "no"\u0000\n' },
    admin_info: { use_channel: [3, 4], cost_quota: 12, client_ip: '192.0.2.7', attempts: [{ channel: 3 }] },
  })

/** Of every kind, over three months, with texts that need an escape somewhere. */
const row = (index: number): NewUsageLog =>
  newTestUsageLog({
    user_id: 1 + (index % 3),
    created_at: start + Math.floor(index / 2) * 25 * minuteMs + (index > 500 ? 31 * dayMs : 0),
    type: index % 10 === 9 ? logType.error : index % 25 === 24 ? logType.system : logType.consume,
    username: index % 3 === 0 ? `it's` : 'ulf',
    token_id: index % 5,
    token_name: index % 5 === 0 ? 'back\\slash' : 'main',
    channel_id: index % 20 === 19 ? 0 : index % 4,
    group_name: index % 6 === 0 ? 'vip' : 'default',
    model_name: ['gpt-4o', 'gpt-4o-mini', 'a_b', 'aXb', '50%!', 'größe'][index % 6] ?? '',
    quota: index % 25 === 24 ? -index : 5_000_000_000_000 + index,
    list_quota: index,
    is_charged: index % 30 === 29 ? 1 : 0,
    request_id: `request-${index}`,
    content: index % 7 === 0 ? `100% 'sure'\\\n\0${index}` : '',
    client: index % 8 === 0 ? 'cline' : '',
    detail: detail(index),
  })
const rowCount = 900

const filters: UsageLogFilter[] = [
  {},
  { userId: 2 },
  { type: logType.error },
  { type: logType.system },
  { callsOnly: true },
  { callsOnly: true, userId: 1 },
  { tokenIds: [1, 4] },
  { username: `it's` },
  { tokenName: 'back\\slash' },
  { channelId: 3 },
  { groupName: 'vip' },
  { client: 'cline' },
  { requestId: 'request-77' },
  { requestId: 'none' },
  { upstreamId: 'chatcmpl-12_x' },
  { contentPrefix: `100% 'sure'\\` },
  { contentPrefix: '100_' },
  { modelName: 'größe' },
  { modelName: 'a_b%' },
  { modelName: 'gpt-4o%' },
  { modelName: '%\\%' },
  { modelName: '50%!' },
  { modelName: 'aXb', type: logType.error },
  { fromAt: start + dayMs, untilAt: start + 3 * dayMs },
  { fromAt: start + 35 * dayMs, groupName: 'default', userId: 3 },
]

describe.skipIf(!clickhouse || !embedded)('a log database on ClickHouse', () => {
  let main: Store
  let logStore: LogStore
  let logs: Kysely<Database>
  /** The same rows in one embedded database. */
  let whole: Store

  beforeAll(async () => {
    if (!clickhouse || !embedded) throw new Error('no engine')
    main = await embedded.fresh()
    whole = await embedded.fresh()
    logStore = await freshLogStore(clickhouse)
    logs = (await logStore.open()).db
    const rows = Array.from({ length: rowCount }, (_, index) => row(index))
    for (const { db } of [main, whole])
      for (let first = 0; first < rowCount; first += 300)
        await db
          .insertInto('usage_logs')
          .values(rows.slice(first, first + 300))
          .execute()
    expect(await moveUsageRows({ main: main.db, reports: main.reports, logs }, everything, work)).toBe(rowCount - 1)
  })
  afterAll(async () => {
    await main.close()
    await whole.close()
    await logStore.close()
  })

  /** What the console shows for a filter. */
  async function readAll(reports: Kysely<Database>, filter: UsageLogFilter, moved: LogStore | null) {
    const { readMs: _, ...bound } = readBound
    const search = { bound: { ...bound, rowsPerSpan: 200 }, moved }
    const { rows } = await listUsageLogs(reports, filter, { limit: 2_000 }, search)
    const page = await listUsageLogs(reports, filter, { limit: 7, offset: 3 }, search)
    const last = rows[4]
    const after = last && { createdAt: last.created_at, id: last.id }
    const next = await listUsageLogs(reports, filter, { limit: 5, after }, search)
    const span = { fromAt: filter.fromAt ?? start, untilAt: filter.untilAt ?? start + 60 * dayMs }
    return {
      rows: rows.map(({ moved_in: _, ...shown }: (typeof rows)[number] & { moved_in?: number }) => shown),
      page: page.rows.map(({ id }) => id),
      next: next.rows.map(({ id }) => id),
      count: (await countUsageLogs(reports, filter, search)).count,
      quota: await sumChargedQuota(reports, filter, { moved }),
      calls: await countCallsAndTokens(reports, filter, moved),
      steps: await countRowSteps(reports, { filter, span, stepMs: 6 * hourMs }, { moved }),
    }
  }

  test.each(filters)('shows the rows, counts and sums of one database for %j', async (filter) => {
    expect(await readAll(main.reports, filter, logStore)).toEqual(await readAll(whole.reports, filter, null))
  })

  test('finds one row, the errors of channels, the charges of accounts and its size', async () => {
    const [first] = await whole.db.selectFrom('usage_logs').selectAll().limit(1).execute()
    if (!first) throw new Error('no row')
    const place = { id: first.id, fromAt: first.created_at, untilAt: first.created_at + 1 }
    expect(await findUsageLog(main.reports, place, logStore)).toMatchObject(first)
    const question = { span: { fromAt: start, untilAt: start + 90 * dayMs }, stepMs: hourMs, rowsMax: 500 }
    const sort = (found: Awaited<ReturnType<typeof countChannelErrors>>) => ({
      ...found,
      steps: found.steps.toSorted((a, b) => a.at - b.at || a.channelId - b.channelId),
    })
    expect(sort(await countChannelErrors(main.reports, question, logStore))).toEqual(
      sort(await countChannelErrors(whole.reports, question, null)),
    )
    const sums = (store: Store, moved: LogStore | null) =>
      store.db.transaction().execute((reader) => sumUsageRows(reader, moved))
    expect(await sums(main, logStore)).toEqual(await sums(whole, null))
    const { engine, bytes, groups } = await readDatabaseSize(logs)
    expect([engine, (bytes ?? 0) > 10_000]).toEqual(['clickhouse', true])
    expect(groups.find(({ name }) => name === 'usage')?.rows).toBe(rowCount - 1)
  })

  test('a batch that is sent twice counts once', async () => {
    const count = async () =>
      (await countUsageLogs(main.reports, { requestId: 'request-5' }, { moved: logStore })).count
    const sent = await logs.selectFrom('usage_logs').selectAll().where('request_id', '=', 'request-5').execute()
    expect(await count()).toBe(1)
    await logs.insertInto('usage_logs').values(sent).execute()
    expect(await count()).toBe(1)
  })

  test('rows of a move that was given up, and arrive late, do not replace those of a later one', async () => {
    const [late] = await logs.selectFrom('usage_logs').selectAll().where('request_id', '=', 'request-5').execute()
    if (!late) throw new Error('no row')
    await logs
      .insertInto('usage_logs')
      .values({ ...late, username: 'late', moved_in: 0 } as never)
      .execute()
    const { rows } = await listUsageLogs(main.reports, { requestId: 'request-5' }, { limit: 5 }, { moved: logStore })
    expect(rows.map(({ username }) => username)).toEqual(['ulf'])
  })

  test('names, contents and rows go when their time is over', async () => {
    const shown = async (db: Kysely<Database>) => {
      const rows = await db.selectFrom('usage_logs').selectAll().where('id', '<', rowCount).orderBy('id').execute()
      return rows.map((one) => ({ ...one, detail: JSON.parse(one.detail) as unknown, moved_in: 0 }))
    }
    /** On both; returns what is left. */
    const onBoth = async (change: (db: Kysely<Database>) => Promise<unknown>) => {
      await change(whole.db)
      await change(logs)
      const left = await shown(whole.db)
      expect(await shown(logs)).toEqual(left)
      return left
    }
    const named = await onBoth(async (db) => {
      let place: { at: number; id: number } | null = { at: -1, id: 0 }
      while (place !== null) place = await clearUsageNames(db, 2, place, 100)
    })
    expect(named.filter(({ username }) => username === deletedName(2))).toHaveLength(rowCount / 3)
    expect(JSON.stringify(named.filter(({ user_id: id }) => id === 2))).not.toContain('192.0.2.7')

    const day = Date.UTC(2026, 10, 2)
    const emptied = await onBoth(async (db) => {
      while ((await removeOldContents(db, day, 200)) > 0);
    })
    const texts = emptied.filter(({ content }) => content !== '')
    expect(texts.some(({ created_at }) => created_at >= day)).toBe(true)
    expect(texts.every(({ created_at, type }) => created_at >= day || type === logType.system)).toBe(true)

    const errorsGone = { charges: Date.UTC(2026, 10, 1), errors: Date.UTC(2026, 10, 3) }
    const kept = await onBoth((db) => removeOldUsageLogs(db, errorsGone, work))
    expect(kept.length).toBeLessThan(rowCount - 100)
    expect(Math.min(...kept.map(({ created_at }) => created_at))).toBeGreaterThanOrEqual(errorsGone.charges)
    const months = await sql<{ partition: string }>`
      select distinct partition from system.parts where active and database = currentDatabase() and "table" = 'usage_logs'
      and rows > 0`.execute(logs)
    expect(months.rows.map(({ partition }) => partition)).not.toContain('202610')

    const purged = await onBoth((db) => deleteUsageLogs(db, { beforeAt: Date.UTC(2026, 10, 20), limit: 2_000 }))
    expect(purged.length).toBeGreaterThan(100)
  })
})

describe.skipIf(!clickhouse)('a ClickHouse server that cannot be used', () => {
  const open = async (dsn: string) => {
    const store = createLogStore({ dsn, sqlitePath: '' }, { clock: systemClock })
    const error: unknown = await store.open().then(
      () => null,
      (cause: unknown) => cause,
    )
    await store.close()
    return { error, text: String(error), isUnusable: isUnusable(error) }
  }

  /** A server of HTTP with one answer. */
  const answering = async (answer: () => Response) => {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
    try {
      return await open(`clickhouse://u:hunter22@127.0.0.1:${server.port}/x`)
    } finally {
      await server.stop(true)
    }
  }

  test('is named in a sentence without its password', async () => {
    if (!clickhouse) throw new Error('no engine')
    const { settings, remove } = await createLogPlace(clickhouse)
    const wrong = await open(settings.dsn.replace(/:[^:@]*@/, ':hunter22@'))
    expect(wrong.text).toMatch(/the log database \(LOG_SQL_DSN\) does not answer: ClickHouse: .*Authentication failed/)
    const absent = await open(settings.dsn.replace(/\w+$/, 'absent_database'))
    expect(absent.text).toContain('absent_database does not exist')
    const away = await open('clickhouse://u:hunter22@127.0.0.1:1/x')
    expect(away.text).toContain('does not answer: ClickHouse: ECONNREFUSED')
    const foreign = await answering(() => new Response('<h1>hunter</h1>', { status: 404 }))
    expect(foreign.text).toContain('the address is not answered by a ClickHouse server (HTTP status 404)')
    const moved = await answering(() => Response.redirect('http://127.0.0.1:1/'))
    expect(moved.text).toContain('HTTP status 302')
    for (const found of [wrong, absent, away, foreign, moved]) {
      expect(found.error).toBeInstanceOf(StoreError)
      expect(found.isUnusable).toBe(false)
      expect(found.text).not.toContain('hunter22')
    }
    const answer = { meta: [{ name: 'version', type: 'String' }], data: [['24.3.1.1']] }
    const old = await answering(() => Response.json(answer))
    expect(old.text).toContain('has the version 24.3.1.1. Use 25.8 or newer')
    expect(old.isUnusable).toBe(true)
    for (const { found, advice } of [
      { found: wrong, advice: 'refuses the login' },
      { found: absent, advice: 'Name an existing database in LOG_SQL_DSN' },
      { found: away, advice: 'Check that the database server runs' },
    ])
      expect(adviceFor(found.error, 'LOG_SQL_DSN')).toContain(advice)
    await remove()
  })

  test('is refused if it has tables of others, and used again if it has its own', async () => {
    if (!clickhouse || !embedded) throw new Error('no engine')
    const { settings, remove } = await createLogPlace(clickhouse)
    const main = await embedded.fresh()
    const examine = async (dsn: string) => {
      const findings = await checkLogDatabase(main, parseConfig({ LOG_SQL_DSN: dsn }), systemClock)
      expect(JSON.stringify(findings)).not.toContain('hunter22')
      return findings.map(({ code, values }) => [code, values.engine])
    }
    expect(await examine(settings.dsn)).toEqual([['log_database_not_made', 'clickhouse']])
    expect((await open(settings.dsn)).error).toBeNull()
    expect(await examine(settings.dsn)).toEqual([['log_database_fits', 'clickhouse']])
    const wrongPassword = settings.dsn.replace(/:[^:@]*@/, ':hunter22@')
    expect(await examine(wrongPassword)).toEqual([['log_database_unreachable', undefined]])
    const store = createLogStore({ dsn: settings.dsn, sqlitePath: '' }, { clock: systemClock })
    const { db } = await store.open()
    const { rows } = await sql<{ step: number }>`select step from log_steps`.execute(db)
    expect(rows).toEqual([{ step: 1 }])
    await sql`drop table log_steps`.execute(db)
    await store.close()
    const foreign = await open(settings.dsn)
    expect(await examine(settings.dsn)).toEqual([['log_database_foreign', undefined]])
    await main.close()
    expect(foreign.text).toContain('a database with other data (its table usage_logs)')
    expect(foreign.isUnusable).toBe(true)
    await remove()
  })
})
