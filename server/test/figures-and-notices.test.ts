import { beforeAll, describe, expect, test } from 'bun:test'
import type { ApiToken } from '@sluice/contract/api-token'
import type { UsageBucket } from '@sluice/contract/data'
import type { MarginPage } from '@sluice/contract/margin'
import { answerError, answerJson } from './answers.ts'
import { engineNames } from './databases.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { startFakeUpstream } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import { startTestServer } from './test-server.ts'

const path = '/v1/chat/completions'
const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }

interface Received {
  url: string
  headers: Record<string, string>
  body: { type: string; values: string[] }
}

describe.each([...engineNames])('on %s', (engine) => {
  const upstream = forTests(() => startFakeUpstream(fakeOpenAi()))
  const worker = forTests(() => startFakeUpstream(answerJson({})))
  const server = forTests(() => startTestServer(engine, { OUTBOUND_ALLOW: new URL(worker.url).host }))
  /** The worker that delivers webhooks for the gateway. */
  let key: string

  beforeAll(async () => {
    await server.api('root').put('/api/option/', { key: 'WorkerUrl', value: worker.url })
    const cost_prices = JSON.stringify({ 'gpt-4o': { discount: 0.5 } })
    await server.addChannel(upstream.url, { name: 'known', models: 'gpt-4o', cost_prices })
    await server.addChannel(upstream.url, { name: 'unknown', models: 'gpt-4o-mini' })
    key = await server.makeToken('user')
  })

  /** The deliveries that the worker received, once there are `count`. */
  async function receivedNotices(count: number): Promise<Received[]> {
    const giveUpAt = Date.now() + 20_000
    while (worker.requests.length < count && Date.now() < giveUpAt) await Bun.sleep(20)
    return worker.requests.map((request) => request.json() as unknown as Received)
  }

  test('calls appear in the figures at once, and the margin states how many calls have a known cost', async () => {
    for (const model of ['gpt-4o', 'gpt-4o', 'gpt-4o-mini'])
      expect((await server.relay(key, path, { ...chat, model })).status).toBe(200)
    const used = (await server.self('user')).used_quota
    const own = await server.api('user').get<UsageBucket[]>('/api/data/self')
    expect(own.reduce((sum, row) => sum + row.quota, 0)).toBe(used)
    expect(own.map((row) => [row.model_name, row.count, row.token_used]).toSorted()).toEqual([
      ['gpt-4o', 2, 240],
      ['gpt-4o-mini', 1, 120],
    ])
    const { items, sums } = await server.api('admin').get<MarginPage>('/api/margin/?by=channel')
    expect(sums).toMatchObject({ calls: 3, charge: used, cost_known: 2 })
    expect(items.map((row) => [row.channel_name, row.calls, row.cost_known, row.margin_percent])).toEqual([
      // 225 a call; half of it is rounded up.
      ['known', 2, 2, 49.78],
      ['unknown', 1, 0, null],
    ])
  })

  test('an exhausted token is marked in the list and reported to its caller', async () => {
    const small = await server.makeToken('user', { unlimited_quota: false, remain_quota: 400 })
    upstream.answerWith(fakeOpenAi({ usage: { prompt_tokens: 400, completion_tokens: 400, total_tokens: 800 } }))
    expect((await server.relay(small, path, { ...chat, max_tokens: 10 })).status).toBe(200)
    upstream.answerWith(fakeOpenAi())
    const refused = await server.relay(small, path, chat)
    expect([refused.status, refused.headers.get('x-sluice-error')]).toEqual([403, 'api_key_exhausted'])
    const tokens = await server.api('user').get<ApiToken[]>('/api/token/?p=0&size=100')
    const spent = tokens.find((token) => `sk-${token.key}` === small)
    expect(spent).toMatchObject({ status: 4 })
    const raised = { id: spent?.id, remain_quota: 1_000_000 }
    expect(await server.api('user').put<ApiToken>('/api/token/', raised)).toMatchObject({ status: 1 })
    expect((await server.relay(small, path, chat)).status).toBe(200)
  })

  test('an account that requested it is notified once of its low balance', async () => {
    worker.requests.length = 0
    await server.api('user').put('/api/user/setting', {
      notify_type: 'webhook',
      webhook_url: 'https://hooks.example/in',
      webhook_secret: 'mine',
      quota_warning_threshold: (await server.self('user')).quota,
    })
    for (let calls = 0; calls < 3; calls++) await server.relay(key, path, chat)
    const [first] = await receivedNotices(1)
    expect(first).toMatchObject({
      url: 'https://hooks.example/in',
      body: { type: 'quota_exceed' },
      headers: { authorization: 'Bearer mine' },
    })
    expect(worker.requests).toHaveLength(1)
  })

  test('the super administrator is notified of a channel that the gateway switched off', async () => {
    worker.requests.length = 0
    const root = server.api('root')
    await root.put('/api/user/setting', { notify_type: 'webhook', webhook_url: 'https://hooks.example/root' })
    await root.put('/api/option/', { key: 'AutomaticDisableChannelEnabled', value: 'true' })
    const id = await server.addChannel(upstream.url, {
      name: 'refused',
      // Only this channel has the model: with another one, a channel whose key is refused would be passed over.
      models: 'gpt-4.1',
      auto_ban: 1,
    })
    upstream.answerWith((exchange) =>
      exchange.request.headers.authorization === 'Bearer sk-refused'
        ? answerError(401, 'no such account', { code: 'invalid_api_key' })(exchange)
        : fakeOpenAi()(exchange),
    )
    await root.put('/api/channel/', { id, key: 'sk-refused' })
    for (let calls = 0; calls < 12 && worker.requests.length === 0; calls++)
      await server.relay(key, path, { ...chat, model: 'gpt-4.1' })
    const [first] = await receivedNotices(1)
    expect(first).toMatchObject({
      url: 'https://hooks.example/root',
      body: {
        type: `channel_update_${id}_3`,
        values: [`refused (#${id})`, 'no such account'],
      },
    })
  })
})
