import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { startRedis } from '../../scripts/test-services.ts'
import { readDatabaseSize } from '../src/store/database-size.ts'
import type { Store } from '../src/store/open-database.ts'
import { createDatabase } from '../test/databases.ts'
import { type ServerProcess, startServerProcess } from '../test/server-process.ts'
import { limitsOff, startTestServer, testSecrets } from '../test/test-server.ts'
import type { DatabaseServer } from './databases.ts'
import { loadPlain, loadStreams, type StreamLoad } from './loads.ts'
import { readCpuSeconds, readCpuSecondsByThread } from './processes.ts'
import { plainModel, type Subject, streamModel } from './subjects.ts'

/** What calls took, all processes together. */
export interface FleetFigures {
  callsPerSecond: number
  /** Milliseconds of half of the plain calls, at most. */
  p50: number
  gatewayMicros: number
  /** Of that, the part of the threads that serve calls. */
  mainShare: number
  /** Of the database server; of the embedded database, its thread. */
  databaseMicros: number
  /** Null: the engine does not count them. */
  transactionsPerSecond: number | null
  rowsPerSecond: number | null
  redisPerCall: number | null
  redisMicros: number | null
  usageRowBytes: number
  entryRowBytes: number
}

/** Several processes on one database. */
export interface MeasuredFleet {
  /** Plain calls over `connections` of each process: without `pauseMs`, as fast as they are answered. */
  measurePlain(load: { seconds: number; connections: number; body?: string; pauseMs?: number }): Promise<FleetFigures>
  /** Streams at each process at once. Per call it is per stream. */
  measureStreams(load: StreamLoad): Promise<FleetFigures>
  stop(): Promise<void>
}

interface FleetOptions {
  /** Null = the embedded database. */
  database: DatabaseServer | null
  processes: number
  /** Shared limits, counted in Redis. */
  hasLimits: boolean
  plainUrl: string
  streamUrl: string
}

const plentyQuota = 1_000_000_000_000

export async function startMeasuredFleet(options: FleetOptions): Promise<MeasuredFleet> {
  const { database: server, processes, hasLimits, plainUrl, streamUrl } = options
  const redis = hasLimits ? await startBenchRedis() : null
  const database = await createDatabase(server?.engine ?? 'SQLite', { isMigrated: true })
  const environment = {
    LOG_LEVEL: 'warn',
    MAX_INFLIGHT_PER_USER: '0',
    MAX_INFLIGHT: '10000',
    ...limitsOff,
    ...testSecrets,
    ...(redis && { REDIS_CONN_STRING: redis.url }),
  }
  const first = await startTestServer(database, environment)
  await first.addChannel(plainUrl, { models: plainModel })
  await first.addChannel(streamUrl, { models: streamModel })
  const limit = hasLimits ? { rate_limit_enabled: true, rate_limit_count: 1_000_000, rate_limit_minutes: 1 } : {}
  // Processes that serve one account wait for each other.
  const keys: string[] = []
  for (const role of ['root', 'admin', 'user'] as const) {
    const { id } = first.api(role).user
    await first.api('root').post('/api/user/manage', { id, action: 'add_quota', mode: 'add', value: plentyQuota })
    keys.push(await first.makeToken(role, limit))
  }
  const others: ServerProcess[] = []
  for (let process = 1; process < processes; process += 1)
    others.push(await startServerProcess({ ...environment, ...database.environment }))
  const store = await database.open()
  const subjects: Subject[] = [{ pid: first.process.pid, url: first.url }, ...others].map(({ pid, url }, index) => ({
    name: 'sluice',
    isGateway: true,
    pid,
    plainUrl: url,
    streamUrl: url,
    key: keys[index % keys.length] ?? '',
  }))
  const read = () => readCounts(store, { subjects, server, redis })
  // Nothing runs between two measurements, and reading waits for the statistics of the server.
  let before = await read()
  const since = async (load: { calls: number; seconds: number; p50: number }) => {
    const after = await read()
    const figures = buildFigures({ before, after, ...load })
    before = after
    return figures
  }

  return {
    async measurePlain({ seconds, connections, body, pauseMs }) {
      const results = await Promise.all(
        subjects.map((subject) => loadPlain(subject, seconds, connections, body, pauseMs)),
      )
      const calls = results.reduce((sum, { callsPerSecond }) => sum + callsPerSecond * seconds, 0)
      return since({ calls, seconds, p50: Math.max(...results.map(({ p50 }) => p50)) })
    },
    async measureStreams(load) {
      const startedAt = performance.now()
      await Promise.all(subjects.map((subject) => loadStreams(subject.streamUrl, subject.key, load)))
      const seconds = (performance.now() - startedAt) / 1_000
      return since({ calls: subjects.length * load.streams, seconds, p50: 0 })
    },
    async stop() {
      await store.close()
      // Without the audit of the test server, which takes minutes for so many calls.
      for (const process of [...others, first.process]) await process.terminate()
      await database.drop()
      await redis?.stop()
    },
  }
}

async function startBenchRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  // The server runs as its own user.
  chmodSync(folder, 0o711)
  const redis = await startRedis(join(folder, 'redis'))
  if (typeof redis === 'string') throw new Error(redis)
  return redis
}

interface Counts {
  gateway: number
  main: number
  database: number
  transactions: number | null
  rows: number | null
  redisCommands: number | null
  redisSeconds: number | null
  usage: { rows: number; bytes: number }
  entries: { rows: number; bytes: number }
}

interface Counted {
  subjects: readonly Subject[]
  server: DatabaseServer | null
  redis: { url: string; pid: number } | null
}

/** What has been counted so far, after the last statistics of the database server have arrived. */
async function readCounts(store: Store, { subjects, server, redis }: Counted): Promise<Counts> {
  const [transactions, rows] = await readWrites(store)
  const sumOf = (read: (subject: Subject) => number) => subjects.reduce((sum, subject) => sum + read(subject), 0)
  const threads = (name: RegExp) =>
    sumOf(({ pid }) =>
      [...readCpuSecondsByThread(pid)].reduce((sum, [thread, own]) => sum + (name.test(thread) ? own : 0), 0),
    )
  const size = await readDatabaseSize(store.reports)
  const bytesOf = (name: string) => size.groups.find((group) => group.name === name)?.bytes ?? 0
  return {
    gateway: sumOf(({ pid }) => readCpuSeconds(pid)),
    main: threads(/^main$/),
    database: server ? readCpuSeconds(server.pid) : threads(/worker/i),
    transactions,
    rows,
    redisCommands: redis && (await countCommands(redis.url)),
    redisSeconds: redis && readCpuSeconds(redis.pid),
    usage: { rows: await countRows(store, 'usage_logs'), bytes: bytesOf('usage') },
    entries: { rows: await countRows(store, 'ledger_entries'), bytes: bytesOf('ledger') },
  }
}

async function countRows({ reports }: Store, table: 'usage_logs' | 'ledger_entries'): Promise<number> {
  const { count } = await reports
    .selectFrom(table)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Transactions and changed rows of the server so far; null where the engine does not count them. */
async function readWrites({ db, engine }: Store): Promise<[number | null, number | null]> {
  if (engine === 'sqlite') return [null, null]
  if (engine === 'postgres') {
    // A process of the server reports what it did in its last second after ten seconds without a query.
    await Bun.sleep(10_500)
    const { rows } = await sql<{ transactions: number; rows: number }>`
      select xact_commit as transactions, tup_inserted + tup_updated + tup_deleted as rows
      from pg_stat_database where datname = current_database()`.execute(db)
    return [Number(rows[0]?.transactions), Number(rows[0]?.rows)]
  }
  const { rows } = await sql<{ name: string; value: string }>`
    select variable_name as name, variable_value as value from information_schema.global_status
    where variable_name in ('COM_COMMIT', 'HANDLER_WRITE', 'HANDLER_UPDATE', 'HANDLER_DELETE')`.execute(db)
  const sumOf = (name: RegExp) =>
    rows.reduce((sum, row) => sum + (name.test(row.name.toUpperCase()) ? Number(row.value) : 0), 0)
  return [sumOf(/^COM_COMMIT$/), sumOf(/^HANDLER_/)]
}

async function countCommands(url: string): Promise<number> {
  const { Redis } = await import('ioredis')
  const client = new Redis(url)
  try {
    const found = /cmdstat_evalsha:calls=(\d+)/.exec(await client.info('commandstats'))
    return Number(found?.[1] ?? 0)
  } finally {
    client.disconnect()
  }
}

interface Measured {
  before: Counts
  after: Counts
  calls: number
  seconds: number
  p50: number
}

function buildFigures({ before, after, calls, seconds, p50 }: Measured): FleetFigures {
  const since = (read: (counts: Counts) => number | null) => {
    const [from, to] = [read(before), read(after)]
    return from === null || to === null ? null : to - from
  }
  const microsOf = (read: (counts: Counts) => number | null) => ((since(read) ?? 0) / calls) * 1e6
  const perSecond = (amount: number | null) => (amount === null ? null : amount / seconds)
  const perCall = (amount: number | null) => (amount === null ? null : amount / calls)
  const rowBytes = (read: (counts: Counts) => Counts['usage']) =>
    (since((counts) => read(counts).bytes) ?? 0) / Math.max(1, since((counts) => read(counts).rows) ?? 0)
  const gatewayMicros = microsOf(({ gateway }) => gateway)
  return {
    callsPerSecond: calls / seconds,
    p50,
    gatewayMicros,
    mainShare: microsOf(({ main }) => main) / gatewayMicros,
    databaseMicros: microsOf(({ database }) => database),
    transactionsPerSecond: perSecond(since(({ transactions }) => transactions)),
    rowsPerSecond: perSecond(since(({ rows }) => rows)),
    redisPerCall: perCall(since(({ redisCommands }) => redisCommands)),
    redisMicros: redisMicrosOf(
      since(({ redisSeconds }) => redisSeconds),
      calls,
    ),
    usageRowBytes: rowBytes(({ usage }) => usage),
    entryRowBytes: rowBytes(({ entries }) => entries),
  }
}

const redisMicrosOf = (seconds: number | null, calls: number) => (seconds === null ? null : (seconds / calls) * 1e6)
