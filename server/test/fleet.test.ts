import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Limits } from '@sluice/contract/limits'
import type { SystemStatus } from '@sluice/contract/status'
import { accounts, password } from './accounts.ts'
import { createToken, login, send } from './api-client.ts'
import { auditMoney } from './audit-money.ts'
import { type EngineName, engineNames } from './databases.ts'
import { fakeLongStream, fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { waitForOutput, waitUntil, waitUntilNothingIsHeld } from './wait-until.ts'

// What happens to calls and money when nodes, Redis or the database fail and recover. Each fleet is shared by the
// tests of its database, in this order; the money is audited after each failure.

const redisUrl = process.env.TEST_REDIS_URL
const nodes = 3
const fleets = (['PostgreSQL', 'MariaDB'] as const satisfies EngineName[])
  .filter((engine) => engineNames.includes(engine))
  .map((engine) => [engine, nodes] as const)
const isPossible = redisUrl !== undefined && process.env.TEST_NGINX !== undefined

describe.skipIf(!isPossible).each(fleets)('on %s, a fleet of %i nodes', (engine, size) => {
  let fleet: Fleet
  let upstream: FakeUpstream
  let watched: FakeUpstream
  let key: string
  let cost: number
  let startedAt: number
  beforeAll(async () => {
    upstream = await startFakeUpstream(fakeOpenAi())
    watched = await startFakeUpstream(fakeOpenAi())
    startedAt = Date.now()
    fleet = await startFleet({ engine, size, redisUrl: redisUrl ?? '' }, { CHANNEL_TEST_FREQUENCY: '1' })
    await fleet.first.addChannel(upstream.url)
    await fleet.first.addChannel(watched.url, { models: 'gpt-4-turbo', auto_ban: 0 })
    key = await fleet.first.makeToken('user')
    await waitUntil('all nodes serve the channel', () => isTrueAtAll(async (url) => (await readStatus(url)) === 200))
    const [row] = await fleet.first.logs('type=2')
    cost = row?.quota ?? 0
    expect(cost).toBeGreaterThan(0)
  }, 400_000)
  afterAll(async () => {
    await fleet?.stop()
    await upstream?.close()
    await watched?.close()
  }, 180_000)

  const isTrueAtAll = async (isTrueAt: (url: string) => Promise<boolean>) =>
    (await Promise.all(fleet.nodes.map(isTrueAt))).every(Boolean)
  const call = (url: string, more: object = {}, token = key) =>
    fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'river' }], ...more }),
    })
  const readStatus = async (url: string, token = key, more: object = {}) => {
    const answer = await call(url, more, token)
    await answer.text()
    return answer.status
  }
  const newUser = async (username: string, quota = 100_000_000) => {
    const root = fleet.first.api('root')
    await root.post('/api/user/', { username, password })
    const client = await login(fleet.first.url, username, password)
    await root.put('/api/user/', { id: client.user.id, quota })
    return client
  }
  const expectCorrectMoney = async () => {
    await waitUntilNothingIsHeld(fleet.store)
    expect(await auditMoney(fleet.store)).toEqual([])
    const { quota, used_quota } = await fleet.first.self('user')
    expect(quota + used_quota).toBe(accounts.user.balance)
  }
  /** Charged rows by request id. */
  const chargedRows = async () => {
    const rows = await fleet.store.db
      .selectFrom('usage_logs')
      .select(['request_id', 'quota'])
      .where('type', '=', 2)
      .execute()
    return new Map(rows.map(({ request_id, quota }) => [request_id, quota]))
  }
  const countUpstreamCalls = (content: string) =>
    upstream.requests.filter(({ body }) => body.includes(`"${content}"`)).length

  /** Makes calls through nginx, plain and streamed, until `end`. A caller repeats failed ones. */
  function startLoad(content: string) {
    const complete: string[] = []
    let isOver = false
    const caller = async (index: number) => {
      for (let turn = 0; !isOver; turn += 1) {
        const stream = (index + turn) % 2 === 0
        const body = { stream, messages: [{ role: 'user', content }] }
        const answer = await call(fleet.url, body).catch(() => null)
        const text = await answer?.text().catch(() => '')
        const id = answer?.headers.get('x-oneapi-request-id')
        const isWhole = stream ? text?.endsWith('data: [DONE]\n\n') : text?.endsWith('}')
        if (answer?.ok && isWhole && id) complete.push(id)
        else await Bun.sleep(20)
      }
    }
    const callers = Array.from({ length: 8 }, (_, index) => caller(index))
    return {
      complete,
      /** Resolves when `count` further calls are complete. */
      more: async (count: number) => {
        const goal = complete.length + count
        await waitUntil(`${count} calls are complete`, async () => complete.length >= goal)
      },
      async end() {
        isOver = true
        await Promise.all(callers)
        await expectCorrectMoney()
        const rows = await chargedRows()
        for (const id of complete) expect(rows.get(id)).toBe(cost)
        return { complete: complete.length, sent: countUpstreamCalls(content) }
      },
    }
  }

  test('options, channels, tokens and bans apply at every node within two seconds', async () => {
    const waitForAll = (what: string, isTrue: () => Promise<boolean>) => waitUntil(what, isTrue, { timeoutMs: 2_000 })
    const root = fleet.first.api('root')
    await root.put('/api/option/', { key: 'SystemName', value: 'A fleet' })
    await waitForAll('the option is known', () =>
      isTrueAtAll(async (url) => {
        const { body } = await send<SystemStatus>(url, 'GET', '/api/status')
        return body.data.system_name === 'A fleet'
      }),
    )
    const id = await fleet.first.addChannel(upstream.url, { models: 'gpt-4.1' })
    const model = { model: 'gpt-4.1' }
    await waitForAll('the channel is used', () =>
      isTrueAtAll(async (url) => (await readStatus(url, key, model)) === 200),
    )
    await root.put('/api/channel/', { id, status: 2 })
    await waitForAll('the channel is off', () =>
      isTrueAtAll(async (url) => (await readStatus(url, key, model)) === 404),
    )
    const client = await newUser('withdrawn')
    const token = await createToken(client)
    await waitForAll('the token works', () => isTrueAtAll(async (url) => (await readStatus(url, token.key)) === 200))
    await client.put('/api/token/?status_only=true', { id: token.id, status: 2 })
    await waitForAll('the token is off', () => isTrueAtAll(async (url) => (await readStatus(url, token.key)) === 401))
    await client.put('/api/token/?status_only=true', { id: token.id, status: 1 })
    await waitForAll('the token is on', () => isTrueAtAll(async (url) => (await readStatus(url, token.key)) === 200))
    await root.post('/api/user/manage', { id: client.user.id, action: 'disable' })
    await waitForAll('the account is banned', () =>
      isTrueAtAll(async (url) => (await readStatus(url, token.key)) === 403),
    )
  }, 120_000)

  test('limits on requests, concurrent calls and money are those of one node', async () => {
    const client = await newUser('limited')
    /** How many of `count` parallel calls are admitted; each goes to the next node. */
    const countPassed = async (limits: Limits, count: number, nodes: readonly string[]) => {
      const { key: token, id } = await createToken(client, { limits })
      const more = { max_tokens: 20 }
      const statuses = await Promise.all(
        Array.from({ length: count }, (_, index) => readStatus(nodes[index % nodes.length] ?? '', token, more)),
      )
      await client.delete(`/api/token/${id}`)
      for (const status of statuses) expect([200, 429]).toContain(status)
      return statuses.filter((status) => status === 200).length
    }
    const atAll = fleet.nodes
    expect(await countPassed({ rpm: 7 }, 18, atAll)).toBe(7)

    const gate = Promise.withResolvers<void>()
    upstream.answerWith(fakeOpenAi({ before: { 2: () => gate.promise } }))
    const { key: token } = await createToken(client, { limits: { concurrency: 3 } })
    const opened = await Promise.all(
      Array.from({ length: 9 }, (_, index) => call(atAll[index % size] ?? '', { stream: true }, token)),
    )
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(opened.filter(({ status }) => status === 429)).toHaveLength(6)
    for (const url of atAll) expect(await readStatus(url, token)).toBe(429)
    gate.resolve()
    await Promise.all(opened.map((answer) => answer.text()))
    upstream.answerWith(fakeOpenAi())
    await waitUntil('places are free', () => isTrueAtAll(async (url) => (await readStatus(url, token)) === 200))

    // One call after another, as what a call holds counts until its end.
    const spend = { spend_day: cost * 5 }
    const countPassedInTurn = async (nodes: readonly string[]) => {
      const { key: spender, id } = await createToken(client, { limits: spend })
      let passed = 0
      while ((await readStatus(nodes[passed % nodes.length] ?? '', spender, { max_tokens: 20 })) === 200) passed++
      for (const url of atAll) expect(await readStatus(url, spender, { max_tokens: 20 })).toBe(429)
      await client.delete(`/api/token/${id}`)
      return passed
    }
    const atOne = await countPassedInTurn(atAll.slice(0, 1))
    expect(atOne).toBeGreaterThan(1)
    expect(atOne).toBeLessThanOrEqual(5)
    expect(await countPassedInTurn(atAll)).toBe(atOne)
    await expectCorrectMoney()
  }, 120_000)

  test('a node killed under load charges no answer twice, and serves again after a restart', async () => {
    const last = size - 1
    const load = startLoad('killed')
    await load.more(40)
    await fleet.process(last).kill()
    await load.more(40)
    await fleet.expireLeases(last)
    await fleet.restart(last)
    await load.more(40)
    const { complete, sent } = await load.end()
    // Calls that were lost with the node were sent once, and are not repeated at another node.
    expect(sent).toBeGreaterThanOrEqual(complete)
    expect((await chargedRows()).size).toBeLessThanOrEqual(upstream.requests.length)
    expect(await readStatus(fleet.nodes[last] ?? '')).toBe(200)
  }, 180_000)

  test('a frozen node that returns ends streams that others settled, charges the others once, and serves again', async () => {
    const gate = Promise.withResolvers<void>()
    upstream.answerWith(fakeLongStream(gate.promise))
    const url = fleet.nodes[1] ?? ''
    const long = await Promise.all([call(url, { stream: true }), call(url, { stream: true })])
    const texts = long.map((answer) => answer.text())
    await waitUntil('both have a checkpoint', async () => {
      const held = fleet.store.db.selectFrom('reservations').select('ref')
      return (await held.where('checkpoint_charge', '>', 0).execute()).length === 2
    })
    upstream.answerWith(fakeOpenAi({ before: { 2: () => gate.promise } }))
    const short = await call(url, { stream: true })
    process.kill(fleet.process(1).pid, 'SIGSTOP')
    try {
      await fleet.expireLeases(1)
    } finally {
      process.kill(fleet.process(1).pid, 'SIGCONT')
    }
    gate.resolve()
    for (const text of await Promise.all(texts)) {
      // If the node froze within a transaction, PostgreSQL has closed its connection.
      expect(text.slice(-500)).toMatch(/"code":"(reservation_lost|storage_unavailable)"/)
      expect(text).not.toContain('[DONE]')
    }
    expect(await short.text()).toContain('[DONE]')
    const isCharged = async () => (await chargedRows()).get(short.headers.get('x-oneapi-request-id') ?? '') === cost
    await waitUntil('the short call is charged', isCharged)
    await waitForOutput({ process: fleet.process(1) }, 'the lease of this process expired')
    upstream.answerWith(fakeOpenAi())
    const load = startLoad('thawed')
    await load.more(20)
    await load.end()
  }, 120_000)

  test('without Redis calls continue, and what was revoked meanwhile applies when it is back', async () => {
    const client = await newUser('meanwhile')
    const token = await createToken(client)
    await waitUntil('the token works', () => isTrueAtAll(async (url) => (await readStatus(url, token.key)) === 200))
    const load = startLoad('redis')
    await load.more(20)
    fleet.redis.cut()
    const root = fleet.first.api('root')
    await root.post('/api/user/manage', { id: client.user.id, action: 'disable' })
    await root.put('/api/option/', { key: 'SystemName', value: 'Without Redis' })
    await load.more(20)
    expect(await readStatus(fleet.nodes[0] ?? '', token.key)).toBe(403)
    fleet.redis.restore()
    await waitUntil('the option is known', () =>
      isTrueAtAll(async (url) => {
        const { body } = await send<SystemStatus>(url, 'GET', '/api/status')
        return body.data.system_name === 'Without Redis'
      }),
    )
    await waitUntil('the account is banned', () =>
      isTrueAtAll(async (url) => (await readStatus(url, token.key)) === 403),
    )
    await load.end()
  }, 180_000)

  test('without the database calls are refused and streams end; afterwards every call is charged once', async () => {
    const gate = Promise.withResolvers<void>()
    upstream.answerWith(fakeOpenAi({ before: { 4: () => gate.promise } }))
    const streams = await Promise.all(fleet.nodes.map((url) => call(url, { stream: true })))
    upstream.answerWith(fakeOpenAi())
    const load = startLoad('database')
    await load.more(20)
    fleet.database.cut()
    gate.resolve()
    const texts = streams.map((answer) => answer.text())
    for (const url of fleet.nodes) await waitUntil('calls are refused', async () => (await readStatus(url)) === 503)
    fleet.database.restore()
    for (const text of await Promise.all(texts)) expect(text).toContain('[DONE]')
    await waitUntil('all nodes serve again', () => isTrueAtAll(async (url) => (await readStatus(url)) === 200))
    await load.more(20)
    await load.end()
    const rows = await chargedRows()
    for (const answer of streams) expect(rows.get(answer.headers.get('x-oneapi-request-id') ?? '')).toBe(cost)
  }, 180_000)

  test('a scheduled job runs once for all nodes', async () => {
    await waitUntil('the channels have been tested', async () => watched.requests.length > 0)
    // The job may start in the 20th second of each minute, and runs at most once for each of them.
    const turnAt = (at: number) => Math.floor((at - 20_000) / 60_000)
    const turns = turnAt(Date.now()) - turnAt(startedAt)
    expect(watched.requests.length).toBeLessThanOrEqual(turns)
  }, 120_000)
})
