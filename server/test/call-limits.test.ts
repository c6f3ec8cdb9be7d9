import { afterEach, describe, expect, test } from 'bun:test'
import type { ApiTokenWrite } from '@sluice/contract/api-token'
import type { Limits } from '@sluice/contract/limits'
import { answerError, hang } from './answers.ts'
import { forTests } from './for-tests.ts'
import {
  answerAs,
  answerCharge,
  answerStream,
  type FormatName,
  formatNames,
  modelOf,
  startProtocolServer,
} from './protocol-fakes.ts'
import { readUntil } from './read-until.ts'
import { awaitRow, withDetail } from './usage-rows.ts'

// Limits of tokens, accounts, groups and models, as callers of each format see them.

const engines = [
  ['memory', {}],
  ...(process.env.TEST_REDIS_URL ? [['Redis', { REDIS_CONN_STRING: `${process.env.TEST_REDIS_URL}/7` }] as const] : []),
] as const

describe.each(engines)('limits counted in %s', (_name, environment) => {
  const gateway = forTests(() => startProtocolServer(environment))
  const changed = new Set<string>()
  afterEach(async () => {
    for (const key of changed) await setOption(key, defaults[key] ?? '{}', false)
    changed.clear()
  })

  const defaults: Record<string, string> = {
    ModelRequestRateLimitEnabled: 'false',
    ModelRequestRateLimitCount: '0',
    ModelRequestRateLimitSuccessCount: '1000',
    PreConsumedQuota: '500',
  }
  async function setOption(key: string, value: unknown, isChange = true): Promise<void> {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    await gateway.server.api('root').put('/api/option/', { key, value: text })
    if (isChange) changed.add(key)
  }
  const tokenWith = (more: Partial<ApiTokenWrite>) => gateway.server.makeToken('user', more)
  const call = (key: string, client: FormatName = 'openai', more: object = {}) =>
    gateway.call(client, modelOf[client], { key, ...more })
  async function expectRefused(response: Response, client: FormatName, code: string): Promise<Response> {
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    const body = (await response.json()) as Record<string, never>
    if (client === 'openai') expect(body).toMatchObject({ error: { code } })
    if (client === 'anthropic') expect(body).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } })
    if (client === 'gemini') expect(body).toMatchObject({ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } })
    return response
  }
  /** The server writes the waiting charges before it lists the log. */
  const waitForCharges = () => gateway.server.logs()

  test.each([...formatNames])('a token’s requests per minute are limited, for a client of %s', async (client) => {
    const key = await tokenWith({ limits: { rpm: 2, tpm: 100_000 } })
    const first = await call(key, client)
    expect(first.status).toBe(200)
    if (client === 'openai') {
      expect(first.headers.get('x-ratelimit-limit-requests')).toBe('2')
      expect(first.headers.get('x-ratelimit-remaining-requests')).toBe('1')
      expect(first.headers.get('x-ratelimit-limit-tokens')).toBe('100000')
    }
    if (client === 'anthropic') {
      expect(first.headers.get('anthropic-ratelimit-requests-remaining')).toBe('1')
      expect(Date.parse(first.headers.get('anthropic-ratelimit-requests-reset') ?? '')).toBeGreaterThan(Date.now())
    }
    expect((await call(key, client, { isStream: true })).status).toBe(200)
    const last = await expectRefused(await call(key, client), client, 'requests_limit_reached')
    if (client === 'openai') expect(last.headers.get('x-ratelimit-remaining-requests')).toBe('0')
    expect(gateway.fakes[client].requests).toHaveLength(2)
  })

  test('an account’s failed requests count in the total, but not as successful', async () => {
    await setOption('ModelRequestRateLimitSuccessCount', '2')
    await setOption('ModelRequestRateLimitCount', '5')
    await setOption('ModelRequestRateLimitEnabled', 'true')
    gateway.fakes.openai.answerWith(answerError(400, 'no such thing'))
    expect((await call(gateway.key)).status).toBe(400)
    expect((await gateway.call('openai', 'nobody-serves-this')).status).toBe(404)
    gateway.reset()
    expect((await call(gateway.key)).status).toBe(200)
    expect((await call(gateway.key, 'anthropic')).status).toBe(200)
    const third = await expectRefused(await call(gateway.key), 'openai', 'model_success_limit_reached')
    expect(third.headers.get('x-ratelimit-limit-requests')).toBe('2')
    await setOption('ModelRequestRateLimitSuccessCount', '100')
    expect((await call(gateway.key, 'gemini')).status).toBe(200)
    await expectRefused(await call(gateway.key), 'openai', 'model_request_limit_reached')
    // A model list does not count.
    expect((await fetch(`${gateway.server.url}/v1/models`, { headers: { authorization: gateway.key } })).status).toBe(
      200,
    )
    // The used group has separate limits; another account has separate counts.
    await setOption('ModelRequestRateLimitGroup', { default: [0, 1_000] })
    expect((await call(gateway.key)).status).toBe(200)
    await setOption('ModelRequestRateLimitGroup', {})
    const other = await gateway.server.makeToken('root')
    expect((await call(other)).status).toBe(200)
  })

  test('a token’s own rate limit answers with its owner’s message', async () => {
    const rule = { rate_limit_enabled: true, rate_limit_count: 1, rate_limit_minutes: 10 }
    const key = await tokenWith({ ...rule, rate_limit_message: 'The workshop opens again soon.' })
    expect((await call(key)).status).toBe(200)
    const response = await call(key, 'anthropic')
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeWithin(590, 625)
    expect(await response.text()).toContain('The workshop opens again soon.')
    const silent = await tokenWith(rule)
    await call(silent)
    expect(await (await call(silent)).text()).toContain('At most 1 request in 10 min')
  })

  test('for tokens per minute the estimate is held, and the actual use counts', async () => {
    const key = await tokenWith({ limits: { tpm: 1_000 } })
    const callWith = (max_tokens: number) => call(key, 'openai', { body: { max_tokens } })
    expect((await callWith(900)).status).toBe(200)
    // The call used 14 tokens.
    const second = await callWith(900)
    expect(second.status).toBe(200)
    expect(second.headers.get('x-ratelimit-limit-tokens')).toBe('1000')
    const stream = await call(key, 'openai', { isStream: true, body: { max_tokens: 900 } })
    expect(await stream.text()).toContain('[DONE]')
    await expectRefused(await callWith(990), 'openai', 'tokens_limit_reached')
    gateway.fakes.openai.answerWith(answerError(500, 'broken'))
    expect((await callWith(900)).status).toBe(500)
    gateway.reset()
    expect((await callWith(900)).status).toBe(200)
  })

  test.each([...formatNames])('a token’s concurrent calls are limited, for a client of %s', async (client) => {
    const key = await tokenWith({ limits: { concurrency: 1 } })
    const gate = Promise.withResolvers<void>()
    gateway.fakes[client].answerWith(answerStream(client, { before: { 2: () => gate.promise } }))
    const running = call(key, client, { isStream: true })
    await gateway.fakes[client].requestAt(0)
    await expectRefused(await call(key, client), client, 'concurrency_limit_reached')
    gate.resolve()
    await (await running).text()
    gateway.reset()
    expect((await call(key, client)).status).toBe(200)
  })

  test('a client that disconnects frees its slot', async () => {
    const key = await tokenWith({ limits: { concurrency: 1 } })
    gateway.fakes.openai.answerWith(hang)
    const leave = new AbortController()
    const running = call(key, 'openai', { signal: leave.signal }).catch(() => null)
    const { left } = await gateway.fakes.openai.requestAt(0)
    leave.abort()
    await left
    await running
    await awaitRow(gateway.server, ({ detail }) => detail.end === 'client_gone')
    gateway.reset()
    expect((await call(key)).status).toBe(200)
  })

  test('the default limits of accounts apply to each account separately', async () => {
    await setOption('DefaultUserLimits', { rpm: 1 })
    expect((await call(await tokenWith({}))).status).toBe(200)
    await expectRefused(await call(await tokenWith({})), 'openai', 'requests_limit_reached')
    const other = await gateway.server.makeToken('root')
    expect((await call(other)).status).toBe(200)
  })

  test('limits of a group and of a model apply to all accounts together', async () => {
    const [first, second] = [await tokenWith({}), await gateway.server.makeToken('root')]
    await setOption('GroupLimits', { default: { rpm: 1 }, constructor: {} })
    expect((await call(first)).status).toBe(200)
    await expectRefused(await call(second, 'gemini'), 'gemini', 'requests_limit_reached')
    await setOption('GroupLimits', {})
    await setOption('ModelLimits', { [modelOf.gemini]: { rpm: 1 } })
    expect((await call(first, 'gemini')).status).toBe(200)
    await expectRefused(await call(second, 'gemini'), 'gemini', 'requests_limit_reached')
    expect((await call(second, 'anthropic')).status).toBe(200)
  })

  test('for spending in a day earlier calls and running calls count', async () => {
    const key = await tokenWith({})
    expect((await call(key)).status).toBe(200)
    const [token] = await gateway.server.api('user').get<{ id: number }[]>('/api/token/?p=0&size=1')
    const limit = (spend_day: number) =>
      gateway.server.api('user').put('/api/token/', { id: token?.id, limits: { spend_day } })
    const callWith = (max_tokens: number, more: object = {}) => call(key, 'openai', { body: { max_tokens, ...more } })
    // 18 are spent; a call holds its input and 2 for each possible output token.
    await limit(100)
    const first = await expectRefused(await callWith(41), 'openai', 'spend_limit_reached')
    const tomorrow = Math.ceil((new Date().setUTCHours(24, 0, 0, 0) - Date.now()) / 1_000)
    expect(Number(first.headers.get('retry-after'))).toBeWithin(tomorrow - 60, tomorrow + 2)
    expect((await callWith(20)).status).toBe(200)
    const gate = Promise.withResolvers<void>()
    gateway.fakes.openai.answerWith(answerStream('openai', { before: { 1: () => gate.promise } }))
    const running = callWith(15, { stream: true })
    await gateway.fakes.openai.requestAt(2)
    const second = await expectRefused(await callWith(15), 'openai', 'spend_limit_reached')
    expect(Number(second.headers.get('retry-after'))).toBeLessThan(5)
    gate.resolve()
    await (await running).text()
    await waitForCharges()
    gateway.reset()
    expect((await callWith(10)).status).toBe(200)
    // Four calls of 18.
    await limit(4 * answerCharge)
    await expectRefused(await callWith(1), 'openai', 'spend_limit_reached')
  })

  test('a stream that outgrows its hold ends at the spending limit', async () => {
    await setOption('PreConsumedQuota', '10')
    const key = await tokenWith({ limits: { spend_month: 400 } })
    const words = Array.from({ length: 400 }, (_, index) => ` word${index}`)
    const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'gpt-4o' }
    const frames = words.map((content) => ({
      ...head,
      choices: [{ index: 0, delta: { content }, finish_reason: null }],
    }))
    gateway.fakes.openai.answerWith(async (exchange) => {
      await exchange.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n')
      for (const frame of frames) await exchange.write(`data: ${JSON.stringify(frame)}\n\n`)
      await exchange.request.left
    })
    const text = await readUntil(await call(key, 'openai', { isStream: true }))
    expect(text).toContain('spend_limit_reached')
    expect(text).not.toContain('[DONE]')
    const row = await awaitRow(gateway.server, ({ detail }) => detail.end === 'limit')
    expect(row.quota).toBeGreaterThan(300)
  })

  test('a token is refused from its denied addresses', async () => {
    expect((await call(await tokenWith({ deny_ips: '192.0.2.0/24' }))).status).toBe(200)
    for (const deny_ips of ['127.0.0.1', '127.0.0.0/8']) {
      const response = await call(await tokenWith({ deny_ips, allow_ips: '127.0.0.1' }))
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ error: { code: 'ip_not_allowed' } })
    }
  })

  test('a token count counts as a request, and holds nothing', async () => {
    const key = await tokenWith({ limits: { rpm: 1, concurrency: 1 } })
    const count = () =>
      gateway.server.relay(key, '/v1/messages/count_tokens', {
        model: modelOf.anthropic,
        messages: [{ role: 'user', content: 'x' }],
      })
    expect((await count()).status).toBe(200)
    expect((await count()).status).toBe(429)
  })

  test('a burst exceeds no limit on concurrent calls, and exceeds a money limit by at most the holds', async () => {
    const [concurrency, spend_day] = [3, 150]
    const key = await tokenWith({ limits: { concurrency, spend_day } })
    let [running, most] = [0, 0]
    gateway.fakes.openai.answerWith(async (exchange) => {
      most = Math.max(most, ++running)
      await Bun.sleep(1)
      running--
      await answerAs('openai')(exchange)
    })
    const callInParallel = () =>
      Promise.all(Array.from({ length: 12 }, () => call(key, 'openai', { body: { max_tokens: 8 } })))
    const statuses: number[] = []
    for (let round = 0; round < 8; round++) statuses.push(...(await callInParallel()).map(({ status }) => status))
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(most).toBeLessThanOrEqual(concurrency)
    const charged = statuses.filter((status) => status === 200).length * answerCharge
    expect(charged).toBeLessThanOrEqual(spend_day)
    expect(charged).toBeGreaterThan(spend_day - 40)
  })

  describe('limits of channels', () => {
    let ids: number[] = []
    let key: string
    afterEach(async () => {
      for (const id of ids) await gateway.server.api('root').delete(`/api/channel/${id}/`)
      ids = []
    })
    /** Adds channels in a separate group, each with a lower priority than the one before. */
    async function addChannels(...limits: Limits[]): Promise<void> {
      for (const [index, each] of limits.entries())
        ids.push(
          await gateway.server.addChannel(gateway.fakes.openai.url, {
            groups: ['vip'],
            models: modelOf.openai,
            priority: -index,
            auto_ban: 0,
            setting: JSON.stringify({ limits: each }),
          }),
        )
      key = await tokenWith({ group: 'vip' })
    }
    const max_tokens = 8
    const ask = () => call(key, 'openai', { body: { max_tokens } })
    const readChannels = async (count: number) =>
      (await gateway.server.logs('type=2')).slice(0, count).map(({ channel }) => ids.indexOf(channel))

    test('a call goes to another channel, and is refused when all are full', async () => {
      await addChannels({ rpm: 2 }, { rpm: 1 })
      for (let made = 0; made < 3; made++) {
        const response = await ask()
        expect(response.status).toBe(200)
        expect(response.headers.get('x-ratelimit-limit-requests')).not.toBe('2')
      }
      expect(await readChannels(3)).toEqual([1, 0, 0])
      const [row] = (await gateway.server.logs('type=2')).map(withDetail)
      expect(row?.detail.admin_info?.attempts?.[0]?.reason).toContain('1 full')
      const response = await ask()
      expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(62)
      await expectRefused(response, 'openai', 'channels_full')
    })

    test('a channel at its limit of spending or tokens is passed over as well', async () => {
      for (const limits of [{ spend_day: 60 }, { tpm: 60 }]) {
        await addChannels(limits, {})
        for (let made = 0; made < 6; made++) expect((await ask()).status).toBe(200)
        const [last, ...earlier] = await readChannels(6)
        expect(last).toBe(1)
        expect(earlier).toContain(0)
        for (const id of ids) await gateway.server.api('root').delete(`/api/channel/${id}/`)
        ids = []
      }
    })

    test('a place is free again when its call ends or fails', async () => {
      await addChannels({ concurrency: 1 }, {})
      const gate = Promise.withResolvers<void>()
      const arrived = Promise.withResolvers<void>()
      gateway.fakes.openai.answerWith(async (exchange) => {
        arrived.resolve()
        await gate.promise
        await answerAs('openai')(exchange)
      })
      const first = ask()
      await arrived.promise
      gateway.fakes.openai.answerWith(answerAs('openai'))
      expect((await ask()).status).toBe(200)
      expect(await readChannels(1)).toEqual([1])
      gate.resolve()
      expect((await first).status).toBe(200)
      gateway.fakes.openai.answerWith(answerError(400, 'no'))
      expect((await ask()).status).toBe(400)
      gateway.fakes.openai.answerWith(answerAs('openai'))
      expect((await ask()).status).toBe(200)
      expect(await readChannels(1)).toEqual([0])
    })
  })
})
