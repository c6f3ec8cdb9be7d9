import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { migrate } from './migrate.ts'
import { openDatabase, type Store } from './open-database.ts'
import { ranMigrations } from './ran-migrations.ts'
import { type MigrationWatch, runMigrations } from './run-migrations.ts'
import { engines, makeTestDatabase } from './test-databases.ts'
import { generatedMigrations, type HangingRun, withStatements } from './test-hanging-migrations.ts'
import { describeSchema } from './test-schema.ts'

const names = Object.keys(generatedMigrations)

type Place = Pick<HangingRun, 'dsn' | 'sqlitePath'>

/** A database without tables; it is dropped after `work`. */
async function withPlace(engine: string, work: (place: Place) => Promise<void>): Promise<void> {
  if (engine === 'SQLite') {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-migrations-'))
    await work({ dsn: '', sqlitePath: join(folder, 'test.db') })
    rmSync(folder, { recursive: true })
  } else {
    const { dsn, drop } = await makeTestDatabase(engine)
    await work({ dsn, sqlitePath: '' })
    await drop()
  }
}

async function withStore<T>(place: Place, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openDatabase({ ...place, poolMax: 4 })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Runs migrations in a process of their own and kills it after so many statements. Returns false if it had ended. */
async function killAfter(run: HangingRun): Promise<boolean> {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'test-hanging-migrations.ts'), JSON.stringify(run)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let output = ''
  for await (const bytes of child.stdout) {
    output += new TextDecoder().decode(bytes)
    if (output.includes('here\n')) break
  }
  child.kill('SIGKILL')
  await child.exited
  return output.includes('here\n')
}

const loseConnectionAfter = (last: number) => (count: number) => {
  if (count === last) throw new Error('the connection is lost')
}

/** Notes what happens. */
function record(): { watch: MigrationWatch; seen: string[] } {
  const seen: string[] = []
  const watch: MigrationWatch = {
    waits: () => void seen.push('waits'),
    begins: ({ name, number, count, isRepeated }) =>
      void seen.push(`${name} ${number}/${count}${isRepeated ? ' again' : ''}`),
    ends: ({ name }) => void seen.push(`${name} done`),
  }
  return { watch, seen }
}

const ownSchema = async (place: Place) =>
  await withStore(place, async (store) => {
    await migrate(store)
    return await describeSchema(store)
  })

describe.each(engines)('on $name', ({ name: engine }) => {
  test(
    'each step is reported with its number when it begins and ends, and none is left',
    () =>
      withPlace(engine, (place) =>
        withStore(place, async (store) => {
          const { watch, seen } = record()
          expect(await runMigrations(store, generatedMigrations, { last: names[0], watch })).toEqual([names[0] ?? ''])
          expect(await runMigrations(store, generatedMigrations, { watch })).toEqual(names.slice(1))
          expect(await runMigrations(store, generatedMigrations, { watch })).toEqual([])
          expect(seen).toEqual([
            '0001-rivers 1/1',
            '0001-rivers done',
            '0002-lakes 1/2',
            '0002-lakes done',
            '0003-seas 2/2',
            '0003-seas done',
          ])
        }),
      ),
    60_000,
  )

  test(
    'a start that is killed after any statement is completed by the next one',
    () =>
      withPlace(engine, async (place) => {
        const rows = async (store: Store) => {
          const counts = ['rivers', 'lakes', 'seas'].map(async (name) => {
            const found = await sql<{ id: number }>`select id from ${sql.table(name)}`.execute(store.db)
            return found.rows.length
          })
          return await Promise.all(counts)
        }
        // Each kill leaves a state, from which the next one goes on.
        let kills = 0
        for (let after = 4; after < 11; after++) if (await killAfter({ ...place, which: 'generated', after })) kills++
        await withStore(place, async (store) => {
          await runMigrations(store, generatedMigrations)
          expect(await rows(store)).toEqual([1, 1, 1])
          expect((await ranMigrations(store.db)).toSorted()).toEqual(names)
        })
        expect(kills).toBeGreaterThan(2)
      }),
    120_000,
  )

  test('the own migrations are completed after a kill between and within them', async () => {
    let expected = ''
    let statements = 0
    await withPlace(engine, (place) =>
      withStore(place, async (store) => {
        await migrate(withStatements(store, () => void statements++))
        expected = await describeSchema(store)
      }),
    )
    // The last statement is the end of the last migration, those before it are within it.
    const within = [1, 2].map((third) => Math.floor((statements * third) / 3))
    for (const after of [3, ...within, statements - 2, statements - 1, statements])
      await withPlace(engine, async (place) => {
        expect(await killAfter({ ...place, which: 'own', after })).toBe(true)
        expect(await ownSchema(place)).toBe(expected)
      })
  }, 300_000)

  test(
    'of several that start at the same time one runs each step, and the others wait and say so',
    () =>
      withPlace(engine, async (place) => {
        // The embedded database belongs to one process.
        if (engine === 'SQLite') return
        // The first step ends only once the others wait: else they would find all steps done.
        const others = Promise.withResolvers<void>()
        const records = [record(), record(), record()]
        const [first = ''] = names
        const held = {
          ...generatedMigrations,
          [first]: {
            up: async (db: Kysely<unknown>) => {
              await generatedMigrations[first]?.up(db)
              await others.promise
            },
          },
        }
        const runOne = ({ watch }: ReturnType<typeof record>) =>
          withStore(place, (store) => {
            const waits = () => {
              watch.waits()
              if (records.filter((one) => one.seen[0] === 'waits').length === 2) others.resolve()
            }
            return runMigrations(store, held, { watch: { ...watch, waits } })
          })
        const ran = await Promise.all(records.map(runOne))
        expect(ran.flat().toSorted()).toEqual(names)
        const waited = records.filter(({ seen }) => seen[0] === 'waits')
        expect(waited.length).toBe(2)
        expect(waited.every(({ seen }) => seen.length === 1)).toBe(true)
      }),
    60_000,
  )

  test(
    'a step that fails leaves an error, and what stood in its way is never taken for its own',
    () =>
      withPlace(engine, (place) =>
        withStore(place, async (store) => {
          await sql`create table lakes (name integer)`.execute(store.db)
          for (const _ of ['first start', 'second start'])
            await expect(runMigrations(store, generatedMigrations)).rejects.toThrow(/lakes.*exists/)
          await sql`drop table lakes`.execute(store.db)
          expect(await runMigrations(store, generatedMigrations)).toEqual(names.slice(1))
        }),
      ),
    60_000,
  )
})

describe.each(engines.filter(({ name }) => name === 'MariaDB'))('on $name', ({ name: engine }) => {
  test('the own migrations are completed after an end at every seventh statement', async () => {
    let expected = ''
    let count = 0
    await withPlace(engine, async (place) => {
      expected = await ownSchema(place)
    })
    await withPlace(engine, (place) =>
      withStore(place, async (store) => {
        // Each turn ends seven statements later than the last one; the repeated ones are among them.
        for (let after = 5, isDone = false; !isDone; after += 7) {
          const lost = withStatements(store, loseConnectionAfter(after))
          isDone = await migrate(lost).then(
            () => true,
            () => false,
          )
          count++
        }
        expect(await describeSchema(store)).toBe(expected)
      }),
    )
    expect(count).toBeGreaterThan(5)
  }, 300_000)

  test(
    'a repeated step is announced as one',
    () =>
      withPlace(engine, (place) =>
        withStore(place, async (store) => {
          const lost = withStatements(store, loseConnectionAfter(8))
          await expect(runMigrations(lost, generatedMigrations)).rejects.toThrow('lost')
          const { watch, seen } = record()
          await runMigrations(store, generatedMigrations, { watch })
          expect(seen[0]).toEndWith(' again')
          const { rows } = await sql`select id from kysely_migration_lock`.execute(store.db)
          expect(rows).toEqual([])
        }),
      ),
    60_000,
  )
})
