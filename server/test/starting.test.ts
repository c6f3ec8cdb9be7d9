import { afterEach, describe, expect, test } from 'bun:test'
import { type Kysely, sql } from 'kysely'
import { findPort } from '../src/platform/port.ts'
import { migrate, migrations } from '../src/store/migrate.ts'
import { openDatabase } from '../src/store/open-database.ts'
import type { Database } from '../src/store/schema.ts'
import { createDatabase, type EngineName, engineNames, type TestDatabase } from './databases.ts'
import { runCommand, type ServerProcess, startServerProcess } from './server-process.ts'
import { waitUntil } from './wait-until.ts'

const secrets = { SESSION_SECRET: 'a session secret of tests', CRYPTO_SECRET: 'a crypto secret of tests only' }

const migrationsCount = Object.keys(migrations).length

let database: TestDatabase
let started: Promise<ServerProcess>[] = []
afterEach(async () => {
  for (const server of started) await (await server.catch(() => null))?.kill()
  started = []
  await database.drop()
})

/** Keeps every change away from the table that the second migration changes, until `work` is done. */
async function whileLocked(db: Kysely<Database>, engine: EngineName, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (session) => {
    const run = (text: string) => sql.raw(text).execute(session)
    await run(
      engine === 'SQLite' ? 'begin immediate' : engine === 'MariaDB' ? 'lock tables stored_objects write' : 'begin',
    )
    if (engine === 'PostgreSQL') {
      await run('set local idle_in_transaction_session_timeout = 0')
      await run('lock table stored_objects in access exclusive mode')
    }
    try {
      await work()
    } finally {
      await run(engine === 'MariaDB' ? 'unlock tables' : 'rollback')
    }
  })
}

describe.each([...engineNames])('on %s', (engine) => {
  /** Starts a server on a port that is known before it serves. */
  async function start(port: number, workers?: number) {
    const environment = { ...database.environment, ...secrets, PORT: String(port), LOG_LEVEL: 'info' }
    const server = startServerProcess(environment, workers === undefined ? {} : { workers })
    server.catch(() => {})
    started.push(server)
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    const readHealth = async () => {
      const answer = await ask('/healthz').catch(() => null)
      return answer?.status === 200 ? await answer.text() : ''
    }
    return {
      server,
      ask,
      waitForHealth: (text: string) => waitUntil(text, async () => (await readHealth()).includes(text)),
    }
  }

  test.each(engine === 'SQLite' ? [undefined] : [undefined, 2])(
    'a server that migrates is alive and not ready, until it is done (workers: %p)',
    async (workers) => {
      database = await createDatabase(engine)
      const store = await database.open({ readOnly: false })
      await migrate(store, { last: '0001-first-release' })
      // The embedded database belongs to the server, so another connection takes its lock.
      if (engine === 'SQLite') await store.close()
      const holder = engine === 'SQLite' ? await openBeside(database) : store.db
      const port = await findPort({ HOST: '127.0.0.1', PORT: 0 })
      let starting: Awaited<ReturnType<typeof start>> | undefined
      await whileLocked(holder, engine, async () => {
        starting = await start(port, workers)
        await starting.waitForHealth(`"migrating","step":1,"of":${migrationsCount - 1},"name":"0002-objects-by-id"`)
        expect((await starting.ask('/readyz')).status).toBe(503)
        const refused = await starting.ask('/v1/models')
        expect(await refused.json()).toMatchObject({ error: { code: 'starting' } })
        // The embedded database waits for a lock for five seconds only.
        if (engine === 'SQLite') return
        const setting = { PORT: String(port) }
        expect((await runCommand(['health'], setting)).code).toBe(1)
        expect((await runCommand(['health', '--alive'], setting)).code).toBe(0)
      })
      const server = await starting?.server
      expect((await fetch(`${server?.url}/readyz`)).status).toBe(200)
      expect(await runCommand(['health'], { PORT: String(port) })).toMatchObject({
        code: 0,
        output: expect.stringContaining('"ready":true'),
      })
      expect((await runCommand(['health'], { PORT: '1' })).output).toContain(
        'http://127.0.0.1:1/readyz does not answer',
      )
      expect(server?.output()).toMatch(/"migration":"0002-objects-by-id".*"a migration begins"/)
      expect(server?.output()).toMatch(/"seconds":[\d.]+,"msg":"a migration is done"/)
      await holder.destroy()
    },
    180_000,
  )
})

/** A connection beside the server, as that of a command. */
async function openBeside({ environment }: TestDatabase): Promise<Kysely<Database>> {
  const path = `${environment.DATA_DIR}/sluice.db`
  const store = await openDatabase({ dsn: '', sqlitePath: path, poolMax: 1, access: 'write' })
  return store.db
}

describe.each(engineNames.filter((name) => name !== 'SQLite'))('on %s', (engine) => {
  test('of two nodes that start together on an empty database one migrates, and both serve', async () => {
    database = await createDatabase(engine)
    const environment = { ...database.environment, ...secrets, LOG_LEVEL: 'info' }
    started = [startServerProcess(environment), startServerProcess(environment)]
    const outputs = (await Promise.all(started)).map((server) => server.output())
    const begun = outputs.flatMap((output) => output.match(/"a migration begins"/g) ?? [])
    expect(begun).toHaveLength(migrationsCount)
  }, 180_000)
})
