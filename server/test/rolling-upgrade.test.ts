import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { password, rootName } from './accounts.ts'
import { type ApiClient, createToken, login, send } from './api-client.ts'
import { auditMoney } from './audit-money.ts'
import { createDatabase, engineNames, type TestDatabase } from './databases.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { expireLeases } from './fleet.ts'
import { checkOut, findPreviousVersion } from './previous-version.ts'
import { readUntil } from './read-until.ts'
import { runCommand, type ServerProcess, startServerProcess } from './server-process.ts'
import { waitUntil, waitUntilNothingIsHeld } from './wait-until.ts'

// The previous version serves while this one migrates the database. Afterwards both serve side by side.

const redis = process.env.TEST_REDIS_URL
const previous = findPreviousVersion()
const engines = redis === undefined ? [] : engineNames.filter((engine) => engine !== 'SQLite')

// Not a skipped test: nothing can be installed that would add a release.
if (previous === null)
  process.stdout.write('rolling-upgrade.test.ts does not run: the history of this clone has no earlier release\n')
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
        LOG_LEVEL: 'warn',
        CRITICAL_RATE_LIMIT_ENABLE: 'false',
        GLOBAL_API_RATE_LIMIT_ENABLE: 'false',
        SESSION_SECRET: 'a session secret of two versions 4711 4711',
        CRYPTO_SECRET: 'a crypto secret of two versions 4711 4711',
        REDIS_CONN_STRING: `${redis}/0?keyPrefix=${crypto.randomUUID()}:`,
        SYNC_FREQUENCY: '3600',
        CONSOLE_DIR: join(import.meta.dir, '../../console/dist'),
        ...database.environment,
      }
      older = await startServerProcess(settings, { checkout: checkout.folder, startWithinMs })
      const body = { username: rootName, password, confirmPassword: password }
      await send(older.url, 'POST', '/api/setup', { body })
      root = await login(older.url, rootName, password)
      const channel = { type: 1, key: 'sk-upstream', base_url: upstream.url, models: 'gpt-4o', name: 'one' }
      await root.post('/api/channel/', { ...channel, groups: ['default'] })
      key = (await createToken(root)).key
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
    /** A stream that has begun and continues when `resume` is called. */
    const openStream = async (url: string) => {
      const gate = Promise.withResolvers<void>()
      upstream.answerWith(fakeOpenAi({ before: { 4: () => gate.promise } }))
      const answer = await call(url, true)
      upstream.answerWith(fakeOpenAi())
      expect(answer.status).toBe(200)
      return { answer, resume: gate.resolve }
    }
    const auditSettledCalls = async () => {
      const store = await database.open()
      await waitUntilNothingIsHeld(store)
      const faults = await auditMoney(store)
      await store.close()
      return faults
    }

    test('a stream of the previous version outlives the migration, and both serve the same site', async () => {
      const { answer, resume } = await openStream(older.url)
      newer = await startServerProcess(settings, { startWithinMs })
      resume()
      expect(await readUntil(answer)).toContain('[DONE]')
      const statuses = await Promise.all(
        Array.from({ length: 24 }, async (_, index) => {
          const answer = await call(index % 2 === 0 ? older.url : newer.url, index % 4 < 2)
          await answer.text()
          return answer.status
        }),
      )
      expect(new Set(statuses)).toEqual(new Set([200]))
      await root.put('/api/option/', { key: 'SystemName', value: 'Of the older' })
      const readNameAt = async (url: string) =>
        (await send<{ system_name: string }>(url, 'GET', '/api/status')).body.data.system_name
      await waitUntil('the newer version has the name', async () => (await readNameAt(newer.url)) === 'Of the older')
      const atNewer = await login(newer.url, rootName, password)
      await atNewer.put('/api/option/', { key: 'SystemName', value: 'Of the newer' })
      await waitUntil('the older version has the name', async () => (await readNameAt(older.url)) === 'Of the newer')
      expect(await auditSettledCalls()).toEqual([])
    }, 240_000)

    test('each version settles the calls of a dead process of the other', async () => {
      const killDuringStream = async (dying: ServerProcess) => {
        const { answer, resume } = await openStream(dying.url)
        await dying.kill()
        await answer.text().catch(() => '')
        resume()
        const store = await database.open()
        await expireLeases(store, dying.pid)
        await store.close()
        expect(await auditSettledCalls()).toEqual([])
      }
      await killDuringStream(newer)
      expect((await call(older.url, false)).status).toBe(200)
      newer = await startServerProcess(settings, { startWithinMs })
      await killDuringStream(older)
      expect((await call(newer.url, false)).status).toBe(200)
      expect(await newer.terminate()).toBe(0)
      expect(await auditSettledCalls()).toEqual([])
      expect(await runCommand(['ledger', 'audit'], settings)).toMatchObject({ code: 0 })
    }, 300_000)
  })
