import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import { startPgbouncer } from '../../scripts/test-services.ts'
import { auditLedger } from '../src/cli/ledger-audit.ts'
import type { Ledger } from '../src/ledger/ledger.ts'
import { addChannel, addToken, addUser, mustReserve, openLedger, q, usageRow } from '../src/ledger/test-accounts.ts'
import { sendTogether } from '../src/store/dialects/send-together.ts'
import { migrate, schemaStateOf } from '../src/store/migrate.ts'
import { openDatabase, type Store } from '../src/store/open-database.ts'
import { createDatabase, type TestDatabase } from './databases.ts'

const { TEST_PGBOUNCER: program, TEST_POSTGRES_URL: postgresUrl } = process.env

// A pooler that works by transaction: what a connection of the server keeps belongs to no client.

describe.skipIf(!program || !postgresUrl).each([
  ['refuses the settings of a session', []],
  ['drops the settings of a session', ['options']],
])('PgBouncer that %s', (_, ignores) => {
  let database: TestDatabase
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>
  let dsn: string
  const stores: Store[] = []
  const open = async () => {
    const store = await openDatabase({ dsn, sqlitePath: '', poolMax: 4 })
    stores.push(store)
    return store
  }

  beforeAll(async () => {
    database = await createDatabase('PostgreSQL')
    const folder = mkdtempSync(join(tmpdir(), 'sluice-pooler-'))
    chmodSync(folder, 0o711)
    pooler = await startPgbouncer(join(folder, 'pooler'), {
      program: program ?? '',
      postgresUrl: postgresUrl ?? '',
      ignores,
    })
    const url = new URL(pooler.url)
    url.pathname = new URL(database.environment.SQL_DSN).pathname
    dsn = url.href
    await migrate(await open())
  })
  afterAll(async () => {
    for (const store of stores) await store.close()
    await pooler.stop()
    await database.drop()
  })

  const readSettings = (names: readonly string[]) =>
    CompiledQuery.raw(`select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`)

  test('migrates: the lock of migrations belongs to a transaction', async () => {
    expect(await schemaStateOf(await open())).toBe('current')
  })

  test('a transaction has the settings of a session, and leaves none behind', async () => {
    const { db, batches } = await open()
    const times = { statement_timeout: '5s', idle_in_transaction_session_timeout: '10s', timezone: 'UTC' }
    const query = readSettings(Object.keys(times))
    const within = await db.transaction().execute((transaction) => transaction.executeQuery(query))
    expect(within.rows).toEqual([times])
    const ofBatch = readSettings([...Object.keys(times), 'enable_seqscan'])
    const batch = [CompiledQuery.raw('begin'), ofBatch, CompiledQuery.raw('commit')]
    const rows = await batches.connection().execute((connection) => sendTogether(connection, batch))
    expect(rows).toEqual([[], [{ ...times, enable_seqscan: 'off' }], []])
    const after = await Promise.all(Array.from({ length: 6 }, () => ofBatch).map((each) => db.executeQuery(each)))
    for (const { rows } of after) expect(rows).toMatchObject([{ statement_timeout: '0', enable_seqscan: 'on' }])
  })

  test('a failed batch leaves its connection usable', async () => {
    const { batches } = await open()
    await batches.connection().execute(async (connection) => {
      const failing = ['begin', 'select 1 / 0', 'commit'].map((text) => CompiledQuery.raw(text))
      await expect(sendTogether(connection, failing)).rejects.toThrow('division by zero')
      await connection.executeQuery(CompiledQuery.raw('rollback'))
      expect(await sendTogether(connection, [CompiledQuery.raw('select 1 as one')])).toEqual([[{ one: 1 }]])
    })
  })

  test('two nodes charge every call once', async () => {
    const [store, other] = [await open(), await open()]
    const ledgers = [await openLedger(store, { nodeName: 'a' }), await openLedger(other, { nodeName: 'b' })]
    const channelId = await addChannel(store)
    const accounts = await Promise.all(
      ['x', 'y'].map(async (name) => {
        const userId = await addUser(store, name)
        await ledgers[0]?.post({ ref: `gift ${name}`, userId, kind: 'credit', amount: q(100_000) })
        return { userId, tokenId: await addToken(store, userId, true) }
      }),
    )
    const call = async (ledger: Ledger, { userId, tokenId }: { userId: number; tokenId: number }) => {
      const ref = crypto.randomUUID()
      const held = await mustReserve(ledger, { ref, userId, tokenId, amount: 10 })
      await held.settle(q(4), usageRow(userId, tokenId, ref, 4), channelId)
    }
    const turns = Array.from({ length: 40 })
    await Promise.all(
      ledgers.flatMap((ledger) =>
        accounts.map(async (account) => {
          for (const _turn of turns) await call(ledger, account)
        }),
      ),
    )
    for (const ledger of ledgers) await ledger.close()
    const users = await store.db.selectFrom('users').select(['quota', 'used_quota']).execute()
    expect(users).toEqual(Array.from({ length: 2 }, () => ({ quota: 100_000 - 2 * 40 * 4, used_quota: 2 * 40 * 4 })))
    expect((await auditLedger(store)).isClean).toBe(true)
  })

  test('no statement is prepared: a client of another version may use the same name for another text', async () => {
    const { db } = await open()
    const read = () => sql`select name from pg_prepared_statements`.execute(db)
    for (const { rows } of await Promise.all(Array.from({ length: 6 }, read))) expect(rows).toEqual([])
  })
})
