import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { password, rootName } from './accounts.ts'
import { type ApiClient, login, send } from './api-client.ts'
import { auditMoney } from './audit-money.ts'
import { createDatabase, engineNames, type TestDatabase } from './databases.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { takeForDead, until } from './fleet.ts'
import { checkOut, findPreviousVersion } from './previous-version.ts'
import { readUntil } from './read-until.ts'
import { runCommand, type ServerProcess, startServerProcess } from './server-process.ts'

// The previous version serves while this one migrates the database, and both serve beside each other after that.

const redis = process.env.TEST_REDIS_URL
const previous = findPreviousVersion()
const engines = redis === undefined ? [] : engineNames.filter((engine) => engine !== 'SQLite')

// Not a skipped test: nothing can be installed that would add the history.
if (previous === null)
  process.stdout.write('rolling-upgrade.test.ts does not run: the clone lacks the history with the previous version\n')
else
  describe.each(engines)('on %s', (engine) => {
    let database: TestDatabase
    let checkout: Awaited<ReturnType<typeof checkOut>>
    let upstream: FakeUpstream
    let settings: Record<string, string>
    let older: ServerProcess
    let newer: ServerProcess
    let root: ApiClient
    let key: string
    const startWithinMs = 150_000
    beforeAll(async () => {
      upstream = await startFakeUpstream(fakeOpenAi())
      checkout = await checkOut(previous)
      database = await createDatabase(engine)
      settings = {
        ...{ LOG_LEVEL: 'warn', CRITICAL_RATE_LIMIT_ENABLE: 'false', GLOBAL_API_RATE_LIMIT_ENABLE: 'false' },
        SESSION_SECRET: 'a session secret of two versions 4711 4711',
        CRYPTO_SECRET: 'a crypto secret of two versions 4711 4711',
        ...{ REDIS_CONN_STRING: `${redis}/0?keyPrefix=${crypto.randomUUID()}:`, SYNC_FREQUENCY: '3600' },
        CONSOLE_DIR: join(import.meta.dir, '../../console/dist'),
        ...database.environment,
      }
      older = await startServerProcess(settings, { checkout: checkout.folder, startWithinMs })
      const body = { username: rootName, password, confirmPassword: password }
      await send(older.url, 'POST', '/api/setup', { body })
      root = await login(older.url, rootName, password)
      const channel = { type: 1, key: 'sk-upstream', base_url: upstream.url, models: 'gpt-4o', name: 'one' }
      await root.post('/api/channel/', { ...channel, groups: ['default'] })
      const token = { name: 'one', unlimited_quota: true, remain_quota: 0, expired_time: -1 }
      await root.post('/api/token/', token)
      const [made] = await root.get<{ key: string }[]>('/api/token/?p=0&size=10')
      key = `sk-${made?.key}`
    }, 300_000)
    afterAll(async () => {
      await database?.drop()
      await upstream?.close()
      checkout?.remove()
    }, 60_000)

    const call = (url: string, stream: boolean) =>
      fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'gpt-4o', stream, messages: [{ role: 'user', content: 'river' }] }),
      })
    /** A stream that has begun and continues when `go` is called. */
    const openStream = async (url: string) => {
      const gate = Promise.withResolvers<void>()
      upstream.answerWith(fakeOpenAi({ before: { 4: () => gate.promise } }))
      const answer = await call(url, true)
      upstream.answerWith(fakeOpenAi())
      expect(answer.status).toBe(200)
      return { answer, go: gate.resolve }
    }
    const settledEnds = async () => {
      const store = await database.open()
      await until('nothing is held', async () => {
        const held = await store.db.selectFrom('reservations').select('ref').execute()
        return held.length === 0
      })
      const faults = await auditMoney(store)
      await store.close()
      return faults
    }

    test('a stream of the previous version outlives the migration, and both serve the same site', async () => {
      const { answer, go } = await openStream(older.url)
      newer = await startServerProcess(settings, { startWithinMs })
      go()
      expect(await readUntil(answer)).toContain('[DONE]')
      const statuses = await Promise.all(
        Array.from({ length: 24 }, async (_, index) => {
          const one = await call(index % 2 === 0 ? older.url : newer.url, index % 4 < 2)
          await one.text()
          return one.status
        }),
      )
      expect(new Set(statuses)).toEqual(new Set([200]))
      await root.put('/api/option/', { key: 'SystemName', value: 'Of the older' })
      const nameAt = async (url: string) =>
        (await send<{ system_name: string }>(url, 'GET', '/api/status')).body.data.system_name
      await until('the newer one knows', async () => (await nameAt(newer.url)) === 'Of the older')
      const atNewer = await login(newer.url, rootName, password)
      await atNewer.put('/api/option/', { key: 'SystemName', value: 'Of the newer' })
      await until('the older one knows', async () => (await nameAt(older.url)) === 'Of the newer')
      expect(await settledEnds()).toEqual([])
    }, 240_000)

    test('each version settles the calls of a dead process of the other', async () => {
      const dieWithStream = async (dying: ServerProcess) => {
        const { answer, go } = await openStream(dying.url)
        await dying.kill()
        await answer.text().catch(() => '')
        go()
        const store = await database.open()
        await takeForDead(store, dying.pid)
        await store.close()
        expect(await settledEnds()).toEqual([])
      }
      await dieWithStream(newer)
      expect((await call(older.url, false)).status).toBe(200)
      newer = await startServerProcess(settings, { startWithinMs })
      await dieWithStream(older)
      expect((await call(newer.url, false)).status).toBe(200)
      expect(await newer.terminate()).toBe(0)
      expect(await settledEnds()).toEqual([])
      expect(await runCommand(['ledger', 'audit'], settings)).toMatchObject({ code: 0 })
    }, 300_000)
  })
