import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isMariaDb } from './dialects/column-types.ts'
import { isUniqueViolation } from './dialects/errors.ts'
import { contains } from './dialects/searching.ts'
import { insertIfAbsent, insertReturningId, upsert } from './dialects/writing.ts'
import { migrate, schemaStateOf } from './migrate.ts'
import { openDatabase, type Store } from './open-database.ts'
import type { NewUser } from './schema.ts'
import { engines } from './test-databases.ts'

const newUser = (username: string): NewUser => ({
  username,
  password_hash: '',
  display_name: username,
  role: 1,
  status: 1,
  group_name: 'default',
  setting: '{}',
  created_at: 1_790_000_000_000,
})

const identities = [
  'email',
  'github_id',
  'oidc_id',
  'wechat_id',
  'telegram_id',
  'linux_do_id',
  'access_token_hash',
  'aff_code',
] as const satisfies (keyof NewUser)[]

for (const { name, fresh } of engines) {
  describe(`store on ${name}`, () => {
    const opened: Store[] = []
    const openStore = async () => {
      const store = await fresh()
      opened.push(store)
      return store
    }
    afterAll(() => Promise.all(opened.map((store) => store.close())))

    // SQLite has no server, and its one process ends its own transactions.
    if (name !== 'SQLite')
      test('the server ends a transaction that nothing continues', async () => {
        const { db } = await openStore()
        if (name === 'MariaDB' && !(await isMariaDb(db))) return
        const setting =
          name === 'PostgreSQL'
            ? "current_setting('idle_in_transaction_session_timeout')"
            : '@@idle_transaction_timeout'
        const { rows } = await sql<{ limit_of: unknown }>`select ${sql.raw(setting)} as limit_of`.execute(db)
        expect(String(rows[0]?.limit_of)).toMatch(/^10s?$/)
      })

    if (name === 'PostgreSQL')
      test('a batch finds rows by their index, also by a plan that was made while the table was empty', async () => {
        const { batches } = await openStore()
        const explain = sql`explain select amount from ledger_entries where ref = any('{a,b}'::text[])`
        const { rows } = await explain.execute(batches)
        const plan = JSON.stringify(rows)
        expect(plan).toContain('Index Cond')
        expect(plan).not.toContain('Seq Scan')
      })

    test('migrations run once and are known to be complete', async () => {
      const store = await openStore()
      expect(await migrate(store)).toEqual([])
      expect(await schemaStateOf(store)).toBe('current')
      expect(await store.isReachable()).toBe(true)
    })

    test('money columns store every safe integer exactly and refuse larger values', async () => {
      const { db } = await openStore()
      const id = await insertReturningId(db, 'users', { ...newUser('rich'), quota: Number.MAX_SAFE_INTEGER })
      const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      expect(row.quota).toBe(Number.MAX_SAFE_INTEGER)
      expect(row.created_at).toBe(1_790_000_000_000)
      await expect(db.updateTable('users').set({ quota: sql`quota + 1` }).execute()).rejects.toThrow()
      const { total } = await db
        .selectFrom('users')
        .select(({ fn }) => fn.sum<number>('quota').as('total'))
        .executeTakeFirstOrThrow()
      expect(total).toBe(Number.MAX_SAFE_INTEGER)
    })

    test('names are unique byte by byte; absent external ids are not', async () => {
      const { db } = await openStore()
      const ids = []
      for (const username of ['name', 'Name', 'name ', 'näme'])
        ids.push(await insertReturningId(db, 'users', newUser(username)))
      expect(new Set(ids).size).toBe(4)
      const again = await db
        .insertInto('users')
        .values(newUser('name'))
        .execute()
        .catch((error: unknown) => error)
      expect(isUniqueViolation(again)).toBe(true)
      const found = await db.selectFrom('users').select('id').where('username', '=', 'name').execute()
      expect(found).toHaveLength(1)
    })

    test('an e-mail address, an external identity and an invite code belong to one account each', async () => {
      const { db } = await openStore()
      for (const column of identities) {
        const insert = (username: string, value: string) =>
          insertReturningId(db, 'users', { ...newUser(`${column} ${username}`), [column]: value })
        await insert('first', 'a1@example.org')
        await insert('second', 'a2@example.org')
        const again = await insert('third', 'a1@example.org').catch((error: unknown) => error)
        expect({ column, isRefused: isUniqueViolation(again) }).toEqual({ column, isRefused: true })
      }
    })

    test('a second root cannot be inserted', async () => {
      const { db } = await openStore()
      await insertReturningId(db, 'users', { ...newUser('root'), root_marker: 1 })
      await expect(insertReturningId(db, 'users', { ...newUser('other'), root_marker: 1 })).rejects.toThrow()
      await expect(insertReturningId(db, 'users', { ...newUser('third'), root_marker: 2 })).rejects.toThrow()
    })

    test('upsert changes the row of the same key, insertIfAbsent does not change it', async () => {
      const { db } = await openStore()
      const option = (value: string) => ({ name: 'SystemName', value, updated_at: 1 })
      await upsert(db, 'options', option('a'), ['name'])
      await upsert(db, 'options', option('b'), ['name'])
      expect(await insertIfAbsent(db, 'options', option('c'))).toBe(false)
      expect(await insertIfAbsent(db, 'options', { ...option('c'), name: 'Logo' })).toBe(true)
      // Names that begin with `$` are marks of the server.
      const own = db.selectFrom('options').selectAll().where('name', 'not like', '$%')
      const rows = await own.orderBy('name').execute()
      expect(rows.map((row) => [row.name, row.value])).toEqual([
        ['Logo', 'c'],
        ['SystemName', 'b'],
      ])
    })

    test('searched text is literal', async () => {
      const { db } = await openStore()
      for (const username of ['50%_off!', '500 off', "o'neil\\"])
        await insertReturningId(db, 'users', newUser(username))
      const find = async (text: string) =>
        (
          await db
            .selectFrom('users')
            .select('username')
            .where(({ ref }) => contains(db, ref('username'), text))
            .execute()
        ).map((row) => row.username)
      expect(await find('0%_O')).toEqual(['50%_off!'])
      expect(await find('!')).toEqual(['50%_off!'])
      expect(await find("'NEIL\\")).toEqual(["o'neil\\"])
      expect(await find('%')).toEqual(['50%_off!'])
    })

    test('a failed transaction leaves no rows', async () => {
      const { db } = await openStore()
      const failing = db.transaction().execute(async (transaction) => {
        await insertReturningId(transaction, 'users', newUser('half'))
        throw new Error('stop')
      })
      await expect(failing).rejects.toThrow('stop')
      await failing.catch(() => {})
      expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
    })

    test('transactions that start together both commit', async () => {
      const { db } = await openStore()
      const insert = (username: string) =>
        db.transaction().execute((transaction) => insertReturningId(transaction, 'users', newUser(username)))
      expect(await Promise.all([insert('a'), insert('b'), insert('c')])).toHaveLength(3)
    })
  })
}

describe('the embedded database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-open-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const sqlitePath = join(folder, 'nested', 'sluice.db')
  const openStore = (access?: 'read' | 'write') =>
    openDatabase({ dsn: '', sqlitePath, poolMax: 1, ...(access && { access }) })

  test('a second server on the file is refused, a reader is not', async () => {
    const first = await openStore()
    await migrate(first)
    await expect(openStore()).rejects.toMatchObject({ name: 'StoreError', failure: 'in_use' })
    const reader = await openStore('read')
    expect(await schemaStateOf(reader)).toBe('current')
    await expect(reader.db.deleteFrom('users').execute()).rejects.toThrow()
    await reader.close()
    await first.close()
    const alone = await openStore('read')
    expect(await schemaStateOf(alone)).toBe('current')
    await alone.close()
    const next = await openStore()
    await next.close()
  })

  test('a killed server leaves the file free', async () => {
    const program = `
      const { openDatabase } = await import(${JSON.stringify(join(import.meta.dir, 'open-database.ts'))})
      await openDatabase({ dsn: '', sqlitePath: ${JSON.stringify(sqlitePath)}, poolMax: 1 })
      Bun.gc(true)
      console.log('open')
      setInterval(() => {}, 1000)`
    const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe' })
    try {
      const { value } = await child.stdout.getReader().read()
      expect(new TextDecoder().decode(value)).toBe('open\n')
      await expect(openStore()).rejects.toMatchObject({ failure: 'in_use' })
    } finally {
      child.kill('SIGKILL')
      await child.exited
    }
    const store = await openStore()
    await store.close()
  })

  test('reading a missing database is reported as such', async () => {
    const missing = openDatabase({ dsn: '', sqlitePath: join(folder, 'no.db'), poolMax: 1, access: 'read' })
    await expect(missing).rejects.toMatchObject({ failure: 'missing' })
  })
})

test('a database server that does not answer is a StoreError', async () => {
  for (const dsn of ['postgres://u:p@127.0.0.1:1/x', 'u:p@tcp(127.0.0.1:1)/x'])
    await expect(openDatabase({ dsn, sqlitePath: '', poolMax: 1 })).rejects.toMatchObject({
      failure: 'unreachable',
    })
})
