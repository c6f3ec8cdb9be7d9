import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { auditLedger } from '../cli/ledger-audit.ts'
import { openDatabase } from '../store/open-database.ts'
import { engines } from '../store/test-databases.ts'
import type { LedgerEntryRequest } from './ledger.ts'
import { openSpillFile } from './spill-file.ts'
import { addChannel, addToken, addUser, mustReserve, openLedger, q, untilWritten, usageRow } from './test-accounts.ts'
import { BatchLink, withWriterLink } from './test-link.ts'
import { createThreadWriter } from './thread-writer.ts'

for (const { name, fresh } of engines.filter((engine) => engine.name === 'SQLite')) {
  test(`operations that a dead process left in the spill file on ${name} are applied once at the next start`, async () => {
    const store = await fresh()
    const first = await openLedger(store)
    const userId = await addUser(store, 'u')
    const channelId = await addChannel(store)
    await first.post({ ref: 'initial', userId, kind: 'initial', amount: q(1_000) })
    await (await mustReserve(first, { ref: 'r1', userId, tokenId: null, amount: 300 })).durable
    const { file } = openSpillFile(`${store.sqlitePath}.spill`, 'w')
    const ending = {
      userId,
      tokenId: null,
      charge: 120,
      channelId,
      row: usageRow(userId, null, 'r1', 120),
      at: 5,
    }
    const settled = { kind: 'settle', ref: 'r1', held: 300, ...ending } as const
    const later = { kind: 'reserve', ref: 'r2', userId, tokenId: null, amount: 50, at: 5 } as const
    file.append([settled, later])
    // As after a crash between commit and clearing the file: the file has the same operation twice.
    file.append([settled])
    file.close()
    const next = await openLedger(store)
    expect(await next.balanceOf(userId)).toBe(q(880))
    expect(await auditLedger(store)).toMatchObject({ isClean: true, usageRowDifferences: [] })
    await next.close()
    expect(openSpillFile(`${store.sqlitePath}.spill`, 'w').left).toEqual([])
    await first.close()
    await store.close()
  })
}

for (const { name, fresh } of engines.filter((engine) => engine.name === 'SQLite')) {
  test(`a balance on ${name} contains an entry whose answer was lost, and no entry that was not written`, async () => {
    const store = await fresh()
    const link = new BatchLink()
    const ledger = await openLedger(store, {
      createWriter: async (options) => withWriterLink(await createThreadWriter(options), link),
    })
    const userId = await addUser(store, 'u')
    const tokenId = await addToken(store, userId, false)
    await ledger.post({ ref: 'initial', userId, kind: 'initial', amount: q(1_000) })
    // A busy account is never read from the database again.
    const hold = await mustReserve(ledger, { ref: 'open', userId, tokenId: null, amount: 100 })
    const entries: LedgerEntryRequest[] = [
      { ref: 'credit', userId, kind: 'credit', amount: q(50) },
      { ref: 'taken', userId, kind: 'adjustment', amount: q(-30) },
    ]
    for (const lost of ['lostAnswers', 'lostBatches'] as const) {
      link[lost] = 1
      const works = [...entries.map((entry) => ledger.post(entry)), ledger.setTokenRemain(tokenId, q(400))]
      const results = await Promise.allSettled(works)
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
      await untilWritten(ledger)
      const isWritten = lost === 'lostAnswers'
      expect(await ledger.balanceOf(userId)).toBe(q(isWritten ? 920 : 900))
      const reserved = await ledger.reserve({ ref: lost, userId, tokenId, amount: q(400) })
      expect(reserved.ok).toBe(isWritten)
      if (reserved.ok) await reserved.reservation.release(null)
      for (const entry of entries) expect(await ledger.post(entry)).toBe(isWritten ? 'duplicate' : 'done')
      for (const entry of entries)
        await ledger.post({ ...entry, ref: `${lost} ${entry.ref}`, amount: q(-entry.amount), kind: 'adjustment' })
      await ledger.setTokenRemain(tokenId, q(0))
      for (const entry of entries) entry.ref = `next ${entry.ref}`
      expect(await ledger.balanceOf(userId)).toBe(q(900))
    }
    await hold.release(null)
    expect((await auditLedger(store)).findings).toEqual([])
    await ledger.close()
    await store.close()
  })
}

for (const { name, fresh } of engines) {
  test(`what a dead process wrote before it filled the spill file is not applied again on ${name}`, async () => {
    const store = await fresh()
    const folder = mkdtempSync(join(tmpdir(), 'sluice-spilled-'))
    const spillPath = join(folder, 'x.spill')
    const createRecord = (id: string) => ({ kind: 'record', row: usageRow(1, null, id, 0) }) as const
    // The process died between the commit of its second operation and the answer.
    await store.db
      .insertInto('ledger_writers')
      .values({ id: 'dead', last_operation: 2, written_at: Date.now() })
      .execute()
    const { file } = openSpillFile(spillPath, 'dead')
    file.append([1, 2, 3, 4].map((number) => ({ ...createRecord(`operation ${number}`), number })))
    const crashed = readFileSync(spillPath)
    file.close()
    const open = () => openLedger(store, { spillPath })
    await (await open()).close()
    const rows = () => store.db.selectFrom('usage_logs').select('request_id').orderBy('id').execute()
    const expected = ['operation 3', 'operation 4']
    expect((await rows()).map((row) => row.request_id)).toEqual(expected)
    // The next process dies before the file is emptied.
    writeFileSync(spillPath, crashed)
    await (await open()).close()
    expect((await rows()).map((row) => row.request_id)).toEqual(expected)
    const writers = await store.db.selectFrom('ledger_writers').select(['id', 'last_operation']).execute()
    expect(writers).toEqual([{ id: 'dead', last_operation: 4 }])
    await store.close()
    rmSync(folder, { recursive: true })
  })
}

test('a partial write to disk is not taken for a complete one', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'sluice-spill-')), 'spill')
  const script = `
    const { openSpillFile } = await import(${JSON.stringify(join(import.meta.dir, 'spill-file.ts'))})
    const { file } = openSpillFile(${JSON.stringify(path)}, 'w')
    try {
      file.append([{ kind: 'record', row: { content: 'x'.repeat(2_000_000) } }])
      console.log('safe')
    } catch (error) {
      console.log(error.code)
    }`
  // A file of this process is limited to 1.1 MB: a write beyond is cut there, as on a full disk.
  const limited = ['sh', '-c', `trap '' XFSZ; ulimit -f 2200; exec "$@"`, 'sh', process.execPath, '-e', script]
  const { stdout } = Bun.spawnSync(limited)
  expect(stdout.toString().trim()).toBe('EFBIG')
  rmSync(dirname(path), { recursive: true })
})

const postgresUrl = process.env.TEST_POSTGRES_URL

test.skipIf(!postgresUrl)(
  'without PostgreSQL new calls are refused and endings are kept, and the ledger recovers by itself',
  async () => {
    const postgres = engines.find((engine) => engine.name === 'PostgreSQL')
    const store = await postgres?.fresh()
    if (!store) throw new Error('no PostgreSQL')
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(store.db)
    const database = sql.id(rows[0]?.name ?? '')
    const outside = await openDatabase({ dsn: postgresUrl ?? '', sqlitePath: '', poolMax: 1 })
    const ledger = await openLedger(store)
    const userId = await addUser(store, 'u')
    const channelId = await addChannel(store)
    await ledger.post({ ref: 'initial', userId, kind: 'initial', amount: q(1_000) })
    const hold = await mustReserve(ledger, { ref: 'r1', userId, tokenId: null, amount: 300 })

    await sql`alter database ${database} with allow_connections false`.execute(outside.db)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${rows[0]?.name}`.execute(
      outside.db,
    )
    const refused = await ledger.reserve({ ref: 'r2', userId, tokenId: null, amount: q(10) }).catch((error) => error)
    expect(refused).toMatchObject({ name: 'StoreError', failure: 'unreachable' })
    expect(ledger.isHealthy()).toBe(false)
    const settled = hold.settle(q(100), usageRow(userId, null, 'r1', 100), channelId)
    await sql`alter database ${database} with allow_connections true`.execute(outside.db)
    await settled
    expect(ledger.isHealthy()).toBe(true)
    expect(await ledger.balanceOf(userId)).toBe(q(900))
    await mustReserve(ledger, { ref: 'r2', userId, tokenId: null, amount: 10 }).then((next) => next.release(null))
    expect((await auditLedger(store)).findings).toEqual([])
    await ledger.close()
    await outside.close()
    await store.close()
  },
  20_000,
)

test('a spill file that ends in the middle of a line yields the lines before it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-cut-'))
  const path = join(folder, 'x.spill')
  const { file } = openSpillFile(path, 'w')
  const operation = { kind: 'release', userId: 1, tokenId: null, held: 1, row: null } as const
  file.append([{ ...operation, ref: 'whole' }])
  file.append([{ ...operation, ref: 'cut' }])
  file.close()
  const bytes = readFileSync(path)
  bytes.fill(0, bytes.indexOf('cut'))
  writeFileSync(path, bytes)
  expect(openSpillFile(path, 'w')).toMatchObject({ left: [{ ref: 'whole' }], broken: null })
  expect(existsSync(`${path}.broken`)).toBe(false)
  rmSync(folder, { recursive: true })
})

test.each([
  'garbage',
  '{"kind":"settle"',
  '{}',
  '5',
  'null',
  '',
  '\0\0\0',
  '{"kind":"toString"}',
  '{"kind":"release"}',
])('a damaged line (%j) of a spill file is set aside, and the others are read', (damaged) => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-broken-'))
  const path = join(folder, 'x.spill')
  const operation = { kind: 'release', userId: 1, tokenId: null, held: 1, row: null, writerId: 'w' }
  const line = (ref: string) => JSON.stringify({ ...operation, ref })
  writeFileSync(path, `${line('a')}\n${damaged}\n${line('b')}\n\0\0`)
  const { left, broken, file } = openSpillFile(path, 'w')
  expect(left).toMatchObject([{ ref: 'a' }, { ref: 'b' }])
  expect(broken).toEqual({ lines: [2], keptIn: `${path}.broken` })
  expect(readFileSync(`${path}.broken`, 'utf8')).toBe(`${damaged}\n`)
  expect(statSync(`${path}.broken`).mode & 0o777).toBe(0o600)
  file.clear()
  file.close()
  expect(openSpillFile(path, 'w')).toMatchObject({ left: [], broken: null })
  rmSync(folder, { recursive: true })
})

for (const { name, fresh } of engines.filter((engine) => engine.name === 'SQLite')) {
  test(`a start on ${name} goes on with a damaged spill file, and its log names file and line`, async () => {
    const store = await fresh()
    const path = `${store.sqlitePath}.spill`
    writeFileSync(path, 'garbage\n')
    const errors: unknown[] = []
    const log = { error: (...said: unknown[]) => void errors.push(said), warn() {}, info() {} }
    const ledger = await openLedger(store, { log })
    expect(errors).toMatchObject([[{ path, lines: [1] }, expect.stringContaining(`${path}.broken`)]])
    expect(await auditLedger(store)).toMatchObject({ isClean: true })
    await ledger.close()
    await store.close()
  })
}
