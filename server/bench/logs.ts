import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { resolveNames } from '../src/admin/logs/resolve-names.ts'
import { makeUsageSums } from '../src/store/make-usage-sums.ts'
import { migrate } from '../src/store/migrate.ts'
import { openDatabase, type Store } from '../src/store/open-database.ts'
import { sumSpent } from '../src/store/spent-sums.ts'
import { pageUsageHours, sumUsageHours } from '../src/store/usage-hours.ts'
import type { UsageLogFilter } from '../src/store/usage-log-filter.ts'
import { countUsageLogs, listUsageLogs, readBound } from '../src/store/usage-logs.ts'
import type { DatabaseServer } from './databases.ts'
import { generated, generateUsage } from './generate-usage.ts'
import { readCpuSeconds } from './processes.ts'

const rounds = 5
const budgetMs = 300
const dayMs = 86_400_000
const pageRows = 20

interface Figure {
  ms: number
  slowestMs: number
  cpuMs: number
}

type Questions = Record<string, (store: Store, now: number) => Promise<unknown>>

/** Time and CPU of the console's queries of usage, for each number of rows, and their growth. */
export async function benchLogs(
  sizes: readonly number[],
  server: DatabaseServer | null,
  keep: string | null,
): Promise<void> {
  const found: Map<string, Figure>[] = []
  for (const rows of sizes)
    found.push(await measure(rows, server, keep === null ? null : join(keep, `usage-${rows}.db`)))
  const [first, last] = [found[0], found.at(-1)]
  if (!first || !last || sizes.length < 2) return
  console.log(`\nGrowth from ${count(sizes[0] ?? 0)} to ${count(sizes.at(-1) ?? 0)} rows`)
  for (const [name, { ms }] of last)
    console.log(`  ${name.padEnd(44)} ${(ms / Math.max(first.get(name)?.ms ?? ms, 0.1)).toFixed(1)} ×`)
}

async function measure(rows: number, server: DatabaseServer | null, file: string | null): Promise<Map<string, Figure>> {
  const { store, drop } = await openStore(server, file)
  try {
    const startedAt = performance.now()
    const { last } = await store.db
      .selectFrom('usage_logs')
      .select((eb) => eb.fn.max<number | null>('created_at').as('last'))
      .executeTakeFirstOrThrow()
    // The same hour of the day each time, as statistics read whole hours and the parts at their ends.
    const now = Math.round((last ?? Date.now() - dayMs / 2) / dayMs) * dayMs - 1
    if (last === null) await generateUsage(store, rows, now)
    const work = { signal: new AbortController().signal, pause: () => Promise.resolve() }
    const sumsStartedAt = performance.now()
    const days = await makeUsageSums(store, now + dayMs / 2, work)
    console.log(`\nSums of ${days} days (made in ${((performance.now() - sumsStartedAt) / 1000).toFixed(1)} s)`)
    const seconds = (performance.now() - startedAt) / 1000
    const { hours } = await store.db
      .selectFrom('usage_hours')
      .select((eb) => eb.fn.countAll().as('hours'))
      .executeTakeFirstOrThrow()
    console.log(
      `\nUsage log of ${count(rows)} rows, ${count(Number(hours))} hourly sums, ${server?.engine ?? 'SQLite'} (made in ${seconds.toFixed(0)} s)`,
    )
    return await measureQuestions(store, now, server)
  } finally {
    await store.close()
    await drop()
  }
}

async function measureQuestions(
  store: Store,
  now: number,
  server: DatabaseServer | null,
): Promise<Map<string, Figure>> {
  const figures = new Map<string, Figure>()
  const cpu = () => (readCpuSeconds(process.pid) + (server ? readCpuSeconds(server.pid) : 0)) * 1000
  for (const [name, question] of Object.entries(questions)) {
    const times: number[] = []
    const before = cpu()
    let failure = ''
    for (let round = 0; round < rounds && failure === ''; round += 1) {
      const startedAt = performance.now()
      await question(store, now).catch((error: unknown) => {
        failure = String(error)
      })
      times.push(performance.now() - startedAt)
    }
    const sorted = times.toSorted((a, b) => a - b)
    const figure = {
      ms: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
      slowestMs: sorted.at(-1) ?? Number.NaN,
      cpuMs: (cpu() - before) / times.length,
    }
    figures.set(name, figure)
    const beside = failure || (figure.ms > budgetMs ? `(budget: ≤ ${budgetMs} ms)` : '')
    console.log(
      `  ${name.padEnd(44)} ${figure.ms.toFixed(1).padStart(8)} ms, slowest ${figure.slowestMs.toFixed(1).padStart(8)} ms, CPU ${figure.cpuMs.toFixed(1).padStart(8)} ms  ${beside}`,
    )
  }
  return figures
}

async function openStore(
  server: DatabaseServer | null,
  file: string | null,
): Promise<{ store: Store; drop: () => Promise<void> }> {
  if (server) {
    const name = `usage_${crypto.randomUUID().replaceAll('-', '')}`
    const main = await openDatabase({ dsn: server.url, sqlitePath: '', poolMax: 1 })
    const unlimited = await main.openWithoutStatementTimeout()
    await sql.raw(`create database ${name}`).execute(unlimited)
    const url = new URL(server.url)
    url.pathname = `/${name}`
    const store = await openDatabase({ dsn: url.href, sqlitePath: '', poolMax: 8 })
    await migrate(store)
    return {
      store,
      async drop() {
        await sql.raw(`drop database ${name}`).execute(unlimited)
        await unlimited.destroy()
        await main.close()
      },
    }
  }
  const folder = file === null ? mkdtempSync(join(tmpdir(), 'sluice-usage-')) : null
  const sqlitePath = file ?? join(folder ?? '', 'usage.db')
  const store = await openDatabase({ dsn: '', sqlitePath, poolMax: 1 })
  await migrate(store)
  await sql`pragma synchronous = off`.execute(store.db)
  await sql`pragma cache_size = -100000`.execute(store.db)
  return {
    store,
    async drop() {
      if (folder !== null) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A page of the list, with its count, as the log page requests it. */
const list = (filter: UsageLogFilter, place: { offset?: number; daysBack?: number } = {}) => {
  const { offset, daysBack } = place
  return async ({ db, reports }: Store, now: number) => {
    const after = daysBack === undefined ? undefined : { createdAt: now - daysBack * dayMs, id: 0 }
    const resolved = await resolveNames(db, filter)
    const search = { bound: readBound, hours: reports }
    await listUsageLogs(reports, resolved, { limit: pageRows, ...(offset && { offset }), after }, search)
    await countUsageLogs(reports, resolved, search)
  }
}

const within =
  (days: { from: number; until: number }, filter: UsageLogFilter = {}) =>
  (store: Store, now: number) =>
    list({ ...filter, fromAt: now - days.from * dayMs, untilAt: now - days.until * dayMs })(store, now)

const spent = (filter: UsageLogFilter, days?: number) => async (store: Store, now: number) =>
  sumSpent(store.reports, {
    ...(await resolveNames(store.db, filter)),
    ...(days && { fromAt: now - days * dayMs - 1_234_567 }),
  })

const daily = { lengthMs: dayMs, offsetMs: 0 }

const sums =
  (days: number, columns: readonly ('model_name' | 'user_id' | 'channel_id')[], userId?: number) =>
  ({ reports }: Store, now: number) => {
    const fromAt = Math.floor(now / dayMs - days + 1) * dayMs
    const step = columns.includes('model_name') ? daily : null
    return sumUsageHours(reports, { fromAt, untilAt: now, userId }, { columns, step })
  }

const margin =
  (days: number, columns: readonly ('model_name' | 'user_id' | 'channel_id')[]) =>
  ({ reports }: Store, now: number) => {
    const filter = { fromAt: now - days * dayMs, untilAt: now }
    const order = { by: 'margin', isAscending: false } as const
    return pageUsageHours(reports, { filter, grouping: { columns, step: null }, order }, { offset: 0, limit: 20 })
  }

const { often, rare, absent, spanDays } = generated

const questions: Questions = {
  'list, newest': list({}),
  'list, page 100': list({}, { offset: 99 * pageRows }),
  'list, behind a cursor 45 days back': list({}, { daysBack: 45 }),
  'list, a day 45 days ago': within({ from: 46, until: 45 }),
  'own list': list({ userId: often.userId }),
  'own list, of an account with 100 rows': list({ userId: rare.userId }),
  'own list, a model that it never called': list({ userId: often.userId, modelName: absent.modelName }),
  'account by name': list({ username: often.username }),
  'account by name, with 100 rows': list({ username: rare.username }),
  'token by name': list({ tokenName: often.tokenName }),
  'token by name, with 100 rows': list({ tokenName: rare.tokenName }),
  'token by name, without rows': list({ tokenName: absent.tokenName }),
  model: list({ modelName: often.modelName }),
  'model with 100 rows': list({ modelName: rare.modelName }),
  'model without rows': list({ modelName: absent.modelName }),
  'part of a model name': list({ modelName: '%rare%' }),
  channel: list({ channelId: often.channelId }),
  'channel with 100 rows': list({ channelId: rare.channelId }),
  'channel without rows': list({ channelId: absent.channelId }),
  group: list({ groupName: 'vip' }),
  'type error': list({ type: 5 }),
  'type error of a channel and a model': list({ type: 5, channelId: 3, modelName: 'model-2' }),
  'type top-up': list({ type: 1 }),
  'type management, without rows': list({ type: 3 }),
  'model and channel within a week': within(
    { from: 37, until: 30 },
    { modelName: often.modelName, channelId: often.channelId },
  ),
  'request, of a failed call': list({ requestId: 'request-25' }),
  'sum, all time': spent({}),
  'sum, 30 days': spent({}, 30),
  'sum of a model, 30 days': spent({ modelName: often.modelName }, 30),
  'sum of an account, 30 days': spent({ userId: often.userId }, 30),
  'sum of an account by name, 30 days': spent({ username: often.username }, 30),
  'dashboard, 7 days': sums(7, ['model_name']),
  'dashboard, 30 days': sums(30, ['model_name']),
  [`dashboard, ${spanDays} days`]: sums(spanDays, ['model_name']),
  'dashboard of an account, 30 days': sums(30, ['model_name'], often.userId),
  'accounts, 30 days': sums(30, ['user_id']),
  'channels, 30 days': sums(30, ['channel_id']),
  'margin by model, 30 days': margin(30, ['model_name']),
  'margin by account and channel, 30 days': margin(30, ['user_id', 'channel_id']),
}

const count = (value: number): string => value.toLocaleString('en').replaceAll(',', ' ')
