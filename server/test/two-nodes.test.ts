import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ApiTokenWrite } from '@sluice/contract/api-token'
import type { SystemStatus } from '@sluice/contract/status'
import type { Store } from '../src/store/open-database.ts'
import { accounts, password } from './accounts.ts'
import { answerError } from './answers.ts'
import { type ApiClient, createToken, login, send } from './api-client.ts'
import { engineNames } from './databases.ts'
import { fakeLongStream, fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { limitsOff, startTestServer, type TestServer } from './test-server.ts'
import { waitUntil } from './wait-until.ts'

const messages = [{ role: 'user' as const, content: 'Where does the river run?' }]
const secrets = {
  SESSION_SECRET: 'a session secret of two nodes 4711 4711',
  CRYPTO_SECRET: 'a crypto secret of two nodes 4711 47111',
}
const redis = process.env.TEST_REDIS_URL
const syncSeconds = 3

// With Redis nodes receive changes at once; without it they poll.
const withRedis = (database: number) => ({ REDIS_CONN_STRING: `${redis}/${database}`, SYNC_FREQUENCY: '3600' })
const withoutRedis = { SYNC_FREQUENCY: String(syncSeconds) }
const pairs = [
  ...(redis ? [['PostgreSQL', 'with Redis', withRedis(9)] as const] : []),
  ['PostgreSQL', 'without Redis', withoutRedis] as const,
  ['MariaDB', 'without Redis', withoutRedis] as const,
].filter(([engine]) => engineNames.includes(engine))

/** The machine of the tests is slower than the guaranteed times. */
const waitUntilTrue = (what: string, isTrue: () => Promise<boolean>) =>
  waitUntil(what, isTrue, { timeoutMs: 60_000, pauseMs: 0 })

describe.skipIf(pairs.length === 0).each(pairs)('two nodes on %s, %s', (engine, how, sharing) => {
  const environment = { ...secrets, ...sharing }
  let first: TestServer
  let second: ServerProcess
  let upstream: FakeUpstream
  beforeAll(async () => {
    upstream = await startFakeUpstream(fakeOpenAi())
    first = await startTestServer(engine, environment)
    await first.addChannel(upstream.url)
    second = await startServerProcess(secondSettings())
  }, 120_000)
  afterAll(async () => {
    await second?.terminate()
    await first?.stop()
    await upstream?.close()
  }, 120_000)

  const secondSettings = () => ({
    LOG_LEVEL: 'warn',
    ...limitsOff,
    ...first.database.environment,
    ...environment,
  })
  const newUser = async (username: string): Promise<ApiClient> => {
    await first.api('root').post('/api/user/', { username, password })
    return await login(first.url, username, password)
  }
  const createKey = async (client: ApiClient, fields?: Partial<ApiTokenWrite>) =>
    (await createToken(client, fields)).key
  const call = (url: string, key: string, more: object = {}) =>
    fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o', messages, ...more }),
    })
  const readStatus = async (url: string, key: string) => {
    const answer = await call(url, key)
    await answer.body?.cancel()
    return answer.status
  }
  /** Ends the leases of the process `pid` now, as 30 s without a renewal would. */
  const endLease = async ({ db }: Store, pid: number): Promise<void> => {
    const epochs = await db.selectFrom('epochs').select(['id', 'node']).execute()
    const dead = epochs.filter(({ node }) => node.endsWith(`:${pid}`)).map(({ id }) => id)
    if (dead.length > 0) await db.updateTable('epochs').set({ lease_until: 0 }).where('id', 'in', dead).execute()
  }
  /** A console call of an account at the second node. */
  const atSecond = ({ user, session }: ApiClient, path: string) =>
    send<{ quota: number }>(second.url, 'GET', path, {
      headers: { cookie: `session=${session}`, 'new-api-user': String(user.id) },
    })

  test('a session of one node is valid at the other, and so is its end', async () => {
    const client = await newUser('session')
    expect((await atSecond(client, '/api/user/self')).status).toBe(200)
    await client.post('/api/user/logout')
    await waitUntilTrue('the session ends', async () => (await atSecond(client, '/api/user/self')).status === 401)
  }, 90_000)

  test('an option changed at one node applies at the other', async () => {
    const nameAtSecond = async () => (await send<SystemStatus>(second.url, 'GET', '/api/status')).body.data.system_name
    expect(await nameAtSecond()).not.toBe('Two rivers')
    await first.api('root').put('/api/option/', { key: 'SystemName', value: 'Two rivers' })
    await waitUntilTrue('the name is known', async () => (await nameAtSecond()) === 'Two rivers')
  }, 90_000)

  test('a key switched off at one node is not used by the other', async () => {
    const keys = ['sk-shared-first-key-0001', 'sk-shared-second-key-02']
    const more = { models: 'gpt-4-turbo', key: keys.join('\n'), multi_key_mode: 'round_robin' } as const
    const id = await first.addChannel(upstream.url, more)
    const key = await first.makeToken('user')
    const keyAtSecond = async () => {
      const answer = await call(second.url, key, { model: 'gpt-4-turbo' })
      await answer.body?.cancel()
      return answer.status === 200 ? upstream.requests.at(-1)?.headers.authorization : undefined
    }
    const usedAtSecond = async () => new Set([await keyAtSecond(), await keyAtSecond(), await keyAtSecond()])
    await waitUntilTrue('both keys are used', async () => {
      const used = await usedAtSecond()
      return keys.every((secret) => used.has(`Bearer ${secret}`))
    })
    const off = { channel_id: id, action: 'disable_key', key_index: 0 }
    await first.api('root').post('/api/channel/multi_key/manage', off)
    await waitUntilTrue('the first key is not used', async () => {
      const used = await usedAtSecond()
      return used.size === 1 && used.has(`Bearer ${keys[1]}`)
    })
    await first.api('root').delete(`/api/channel/${id}`)
  }, 120_000)

  test('an account banned at one node is refused by the other: calls, session, login', async () => {
    const client = await newUser('banned')
    const key = await createKey(client)
    await first.api('root').put('/api/user/', { id: client.user.id, quota: 1_000_000 })
    await waitUntilTrue('the key works', async () => (await readStatus(second.url, key)) === 200)
    await first.api('root').post('/api/user/manage', { id: client.user.id, action: 'disable' })
    await waitUntilTrue('calls are refused', async () => (await readStatus(second.url, key)) === 403)
    await waitUntilTrue('the session ends', async () => (await atSecond(client, '/api/user/self')).status === 401)
    const again = { body: { username: 'banned', password } }
    expect((await send(second.url, 'POST', '/api/user/login', again)).body.success).toBe(false)
  }, 120_000)

  test('wrong passwords at either node count for both', async () => {
    await newUser('guessed')
    const tryAt = (url: string, secret: string) =>
      send(url, 'POST', '/api/user/login', { body: { username: 'guessed', password: secret } })
    for (const url of [first.url, second.url, first.url, second.url, first.url])
      expect((await tryAt(url, 'wrong password')).body).toMatchObject({ code: 'login_failed' })
    for (const url of [first.url, second.url]) expect((await tryAt(url, password)).status).toBe(429)
  }, 90_000)

  test('a balance is spent once, for calls at any node', async () => {
    const client = await newUser('spender')
    const key = await createKey(client)
    const { id } = client.user
    await first.api('root').put('/api/user/', { id, quota: 1_000_000 })
    await waitUntilTrue('the key works', async () => (await readStatus(second.url, key)) === 200)
    const cost = 1_000_000 - (await client.get<{ quota: number }>('/api/user/self')).quota
    expect(cost).toBeGreaterThan(0)
    // Enough for some of the calls; each call holds an estimate.
    const granted = cost * 12
    await first.api('root').put('/api/user/', { id, quota: granted })
    const statuses = await Promise.all(
      Array.from({ length: 24 }, (_, index) => readStatus(index % 2 ? second.url : first.url, key)),
    )
    const paid = statuses.filter((status) => status === 200).length
    expect(paid).toBeGreaterThan(0)
    expect(paid).toBeLessThanOrEqual(12)
    for (const status of statuses) expect([200, 403]).toContain(status)
    const { quota } = await client.get<{ quota: number }>('/api/user/self')
    expect(quota).toBe(granted - paid * cost)
    expect((await atSecond(client, '/api/user/self')).body.data.quota).toBe(quota)
  }, 120_000)

  // Without Redis each node detects failures by itself.
  if (how === 'with Redis')
    test('a channel that failed at one node rests at the other', async () => {
      const bad = await startFakeUpstream(answerError(500, 'boom'))
      const id = await first.addChannel(bad.url, { models: 'gpt-4.1', auto_ban: 0 })
      const key = await first.makeToken('root')
      const answerAt = async (url: string) => {
        const answer = await call(url, key, { model: 'gpt-4.1' })
        await answer.body?.cancel()
        return answer.status
      }
      try {
        for (let count = 0; count < 5; count++) expect(await answerAt(first.url)).toBe(500)
        expect(await answerAt(first.url)).toBe(503)
        expect(bad.requests).toHaveLength(5)
        // The other node alone would need as many failures again.
        await waitUntilTrue('the other node passes the channel over', async () => (await answerAt(second.url)) === 503)
        expect(bad.requests.length).toBeLessThan(10)
      } finally {
        await first.api('root').delete(`/api/channel/${id}/`)
        await bad.close()
      }
    }, 90_000)

  // Counts in memory belong to each node.
  if (how === 'with Redis')
    test('a limit of requests applies to both together', async () => {
      const client = await newUser('limited')
      const key = await createKey(client, { limits: { rpm: 6 } })
      await first.api('root').put('/api/user/', { id: client.user.id, quota: 1_000_000 })
      const statuses: number[] = []
      for (let count = 0; count < 10; count++) statuses.push(await readStatus(count % 2 ? second.url : first.url, key))
      expect(statuses).toEqual([...Array(6).fill(200), ...Array(4).fill(429)])
    }, 90_000)

  test('a frozen node ends its stream with the true reason', async () => {
    const key = await createKey(first.api('user'))
    const gate = Promise.withResolvers<void>()
    upstream.answerWith(fakeLongStream(gate.promise))
    const text = (await call(second.url, key, { stream: true })).text()
    const store = await first.database.open()
    const open = () => store.db.selectFrom('reservations').selectAll().execute()
    await waitUntilTrue('it has a checkpoint', async () => (await open()).some((row) => row.checkpoint_charge !== null))
    process.kill(second.pid, 'SIGSTOP')
    try {
      await waitUntilTrue('the hold is resolved', async () => {
        // Repeated: the last renewal of the frozen node may still reach the database.
        await endLease(store, second.pid)
        return (await open()).length === 0
      })
    } finally {
      process.kill(second.pid, 'SIGCONT')
    }
    gate.resolve()
    // If the node froze within a transaction, the server has closed its connection.
    expect((await text).slice(-500)).toMatch(/"code":"(reservation_lost|storage_unavailable)"/)
    expect(await text).not.toContain('[DONE]')
    await store.close()
    const { quota, used_quota } = await first.self('user')
    expect(quota + used_quota).toBe(accounts.user.balance)
    upstream.answerWith(fakeOpenAi())
  }, 180_000)

  test('calls of a killed node are settled by the other', async () => {
    const key = await createKey(first.api('user'))
    const before = (await first.self('user')).quota
    const store = await first.database.open()
    const findEpoch = async () => {
      const epochs = await store.db.selectFrom('epochs').select(['id', 'node']).execute()
      return epochs.find(({ node }) => node.endsWith(`:${second.pid}`))?.id
    }
    // A node that was frozen opens another epoch with its next heartbeat. It refuses calls until it can write again.
    await waitUntilTrue('the node serves calls', async () => (await readStatus(second.url, key)) === 200)
    await waitUntilTrue('the node has an epoch', async () => (await findEpoch()) !== undefined)
    upstream.answerWith(fakeOpenAi({ stopAfter: { frames: 6, how: 'hang' } }))
    const answer = await call(second.url, key, { stream: true })
    expect(answer.status).toBe(200)
    const reader = answer.body?.getReader()
    await reader?.read()
    const epochId = (await findEpoch()) ?? 0
    const leased = () =>
      store.db.selectFrom('balance_leases').select('amount').where('epoch_id', '=', epochId).execute()
    expect(await leased()).not.toEqual([])
    await second.kill()
    await reader?.cancel().catch(() => undefined)
    // In the first variant the lease expires by itself, which takes half a minute.
    if (how === 'without Redis') await endLease(store, second.pid)
    await waitUntilTrue('nothing is leased by it', async () => (await leased()).length === 0)
    await store.close()
    const { quota, used_quota } = await first.self('user')
    expect(quota).toBeLessThanOrEqual(before)
    expect(quota + used_quota).toBe(accounts.user.balance)
    // The node starts again and serves calls.
    upstream.answerWith(fakeOpenAi())
    second = await startServerProcess(secondSettings())
    expect(await readStatus(second.url, key)).toBe(200)
  }, 180_000)
})
