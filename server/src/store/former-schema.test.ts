import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { migrateLogDatabase } from './log-store/log-database.ts'
import { freshLogDatabase } from './log-store/test-log-stores.ts'
import { migrate, schemaStateOf } from './migrate.ts'
import type { Store } from './open-database.ts'
import { ranMigrations } from './ran-migrations.ts'
import { engines } from './test-databases.ts'
import { describeSchema } from './test-schema.ts'
import { insertTestUser } from './test-users.ts'

/** The migrations of the last revision before the first release. */
const formerNames = [
  '0001-initial',
  '0002-costs',
  '0003-accounts',
  '0004-limits',
  '0005-rollups',
  '0006-signing-in',
  '0007-channel-upkeep',
  '0008-tasks',
  '0009-payments',
  '0010-retired-names',
  '0011-drawing-settings',
  '0012-payment-reversals',
  '0013-account-language',
  '0014-checkins',
  '0015-reasons-as-data',
  '0016-catalogue',
  '0017-stored-objects',
  '0018-auto-groups',
  '0019-imports',
  '0020-deleted-channels',
  '0021-model-checks',
  '0022-channel-keys',
  '0023-session-refresh',
  '0024-model-facts',
  '0025-task-keys',
  '0026-usage-partitions',
  '0027-balance-leases',
  '0028-usage-sums',
  '0029-ledger-writers',
  '0030-usage-days',
  '0031-usage-models',
]
/** The migrations after it are not run: they are those of later releases. */
const firstRelease = '0001-first-release'
const firstLogRelease = '0001-first-log-release'
const formerLogNames = ['0001-usage-log', '0002-usage-models']
const revision = 'start revision a1ad57c9a4387017bf0703393d173710c0bc572b'

/** Makes the table of the migrator that of a revision with these migrations. */
async function nameMigrations({ db }: Pick<Store, 'db'>, names: readonly string[]): Promise<void> {
  await sql`delete from kysely_migration`.execute(db)
  for (const name of names)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-11-20T00:00:00.000Z')`.execute(db)
}

const listRan = async ({ db }: Pick<Store, 'db'>) => (await ranMigrations(db)).toSorted()

describe.each(engines)('on $name', (engine) => {
  const withStore = async (work: (store: Store) => Promise<void>) => {
    const store = await engine.fresh(firstRelease)
    try {
      await work(store)
    } finally {
      await store.close()
    }
  }

  test('a database with all former migrations is taken over once, and nothing else in it changes', () =>
    withStore(async (store) => {
      await nameMigrations(store, formerNames)
      await insertTestUser(store.db, { username: 'ada' })
      const before = await describeSchema(store)
      expect(await schemaStateOf(store)).toBe('older')
      for (const _ of ['first start', 'second start']) {
        expect(await migrate(store, { last: firstRelease })).toEqual([])
        expect(await listRan(store)).toEqual([firstRelease])
      }
      expect(await describeSchema(store)).toBe(before)
      await insertTestUser(store.db, { username: 'bob' })
    }))

  test('a take-over that is killed half-way changes nothing, and the next start completes it', () =>
    withStore(async (store) => {
      await nameMigrations(store, formerNames)
      const dying = store.db.withPlugin({
        transformQuery({ node }) {
          if (JSON.stringify(node).includes('delete from kysely_migration')) throw new Error('killed')
          return node
        },
        transformResult: ({ result }) => Promise.resolve(result),
      })
      await expect(migrate({ ...store, db: dying }, { last: firstRelease })).rejects.toThrow('killed')
      expect(await listRan(store)).toEqual(formerNames)
      await migrate(store, { last: firstRelease })
      expect(await listRan(store)).toEqual([firstRelease])
    }))

  test('nodes that start at the same time take the database over together', () =>
    withStore(async (store) => {
      await nameMigrations(store, formerNames)
      await Promise.all([1, 2, 3].map(() => migrate(store, { last: firstRelease })))
      expect(await listRan(store)).toEqual([firstRelease])
    }))

  test('a database of an earlier revision is refused and stays as it is; the message says what to do', () =>
    withStore(async (store) => {
      for (const names of [formerNames.slice(0, 30), formerNames.slice(0, 1), [...formerNames, '0032-other']]) {
        await nameMigrations(store, names)
        const error: unknown = await migrate(store, { last: firstRelease }).catch((cause: unknown) => cause)
        expect(error).toMatchObject({ failure: 'older_schema' })
        expect(String(error)).toContain(`(its last migration: ${names.at(-1)})`)
        expect(String(error)).toContain(revision)
        expect(await listRan(store)).toEqual(names)
      }
    }))

  test('a log database is taken over or refused by the same rules', async () => {
    const store = await freshLogDatabase(engine, firstLogRelease)
    const last = firstLogRelease
    await nameMigrations(store, formerLogNames)
    await migrateLogDatabase(store, { last })
    expect(await listRan(store)).toEqual([firstLogRelease])
    await nameMigrations(store, formerLogNames.slice(0, 1))
    const error: unknown = await migrateLogDatabase(store, { last }).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ failure: 'older_schema' })
    expect(String(error)).toContain(`${revision} with this LOG_SQL_DSN`)
    const newer = [firstLogRelease, '0002-another']
    await nameMigrations(store, newer)
    await migrateLogDatabase(store)
    expect(await listRan(store)).toEqual(newer)
    await store.close()
  })
})
