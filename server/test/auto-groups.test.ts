import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { ApiToken } from '@sluice/contract/api-token'
import { answerError } from './answers.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { startFakeUpstream } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import { startTestServer } from './test-server.ts'
import { newestRow } from './usage-rows.ts'

// The call costs 225 at ratio 1.
const chat = { model: 'gpt-4o', messages: [{ role: 'user' as const, content: 'Where does the river run?' }] }
const path = '/v1/chat/completions'
const cheap = forTests(() => startFakeUpstream(fakeOpenAi()))
const premium = forTests(() => startFakeUpstream(fakeOpenAi()))
const server = forTests(startTestServer)
let ids: number[] = []

beforeAll(async () => {
  await setOptions({
    GroupRatio: '{"default":1,"cheap":0.4,"premium":3,"closed":1}',
    UserUsableGroups: '{"auto":"","cheap":"","premium":""}',
    AutoGroups: '["closed","cheap","premium"]',
    RetryTimes: '1',
  })
})
afterEach(async () => {
  for (const id of ids) await server.api('root').delete(`/api/channel/${id}/`)
  ids = []
  for (const upstream of [cheap, premium]) {
    upstream.answerWith(fakeOpenAi())
    upstream.requests.length = 0
  }
  await setOptions({ GroupHiddenModels: '{}', GroupLimits: '{}' })
})

async function setOptions(options: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(options)) await server.api('root').put('/api/option/', { key, value })
}
async function addChannels(...groups: ('cheap' | 'premium')[]): Promise<void> {
  for (const group of groups) {
    const { url } = group === 'cheap' ? cheap : premium
    ids.push(await server.addChannel(url, { groups: [group], auto_ban: 0 }))
  }
}
const autoToken = (more = {}) => server.makeToken('user', { group: 'auto', ...more })
const readErrorCode = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code

describe('a token of the group auto', () => {
  test('uses the first group that serves the model, at its ratio', async () => {
    await addChannels('cheap', 'premium')
    const key = await autoToken()
    expect((await server.relay(key, path, chat)).status).toBe(200)
    const row = await newestRow(server)
    expect(row).toMatchObject({ group: 'cheap', quota: 90, channel: ids[0] })
    expect(row.detail).toMatchObject({ group_ratio: 0.4 })
    expect(row.detail.admin_info?.attempts).toMatchObject([{ channel_id: ids[0], group: 'cheap' }])
  })

  test('uses the next group when the first has no channel, and while its channels rest', async () => {
    await addChannels('premium')
    const key = await autoToken()
    expect((await server.relay(key, path, chat)).status).toBe(200)
    expect(await newestRow(server)).toMatchObject({ group: 'premium', quota: 675 })
    await addChannels('cheap')
    cheap.answerWith(answerError(503, 'down'))
    // Consecutive failures let a channel rest.
    const statuses: number[] = []
    for (let call = 0; call < 8; call++) statuses.push((await server.relay(key, path, chat)).status)
    expect(statuses[0]).toBe(503)
    expect(statuses.slice(-2)).toEqual([200, 200])
    expect(cheap.requests).toHaveLength(statuses.filter((status) => status === 503).length)
    expect(await newestRow(server)).toMatchObject({ group: 'premium', quota: 675 })
  })

  test('continues in the next group after all attempts failed only if it is set to', async () => {
    await addChannels('cheap', 'premium')
    cheap.answerWith(answerError(500, 'boom'))
    const key = await autoToken({ cross_group_retry: true })
    for (const stream of [false, true]) {
      const response = await server.relay(key, path, { ...chat, stream })
      expect(await response.text()).toContain('river')
      const row = await newestRow(server)
      expect(row).toMatchObject({ group: 'premium', quota: 675, channel: ids[1] })
      if (!stream)
        expect(row.detail.admin_info?.attempts).toMatchObject([{ group: 'cheap', status: 500 }, { group: 'premium' }])
    }
    expect(premium.requests).toHaveLength(2)
  })

  test('returns the error of its group if it may not continue in the next one', async () => {
    await addChannels('cheap', 'premium')
    cheap.answerWith(answerError(500, 'boom'))
    expect((await server.relay(await autoToken(), path, chat)).status).toBe(500)
    expect(premium.requests).toHaveLength(0)
    expect(await newestRow(server)).toMatchObject({ type: 5, group: 'cheap' })
  })

  test('uses its own order of groups, which may name only groups of the account', async () => {
    await addChannels('cheap', 'premium')
    const api = server.api('user')
    const offered = await api.get('/api/token/auto-groups')
    expect(offered).toEqual({ groups: ['cheap', 'premium', 'default'], max_count: 5 })
    const key = await autoToken({ auto_groups: ['premium', 'cheap'] })
    expect((await server.relay(key, path, chat)).status).toBe(200)
    expect(await newestRow(server)).toMatchObject({ group: 'premium' })
    const [token] = await api.get<ApiToken[]>('/api/token/?p=0&size=1')
    expect(token).toMatchObject({ group: 'auto', auto_groups: ['premium', 'cheap'], cross_group_retry: false })
    await api.put('/api/token/', { id: token?.id, name: 'renamed' })
    expect(await api.get(`/api/token/${token?.id}`)).toMatchObject({ auto_groups: ['premium', 'cheap'] })
    await expect(autoToken({ auto_groups: ['closed'] })).rejects.toThrow('closed')
    await api.put('/api/token/', { id: token?.id, auto_groups: null })
    expect((await server.relay(key, path, chat)).status).toBe(200)
    expect(await newestRow(server)).toMatchObject({ group: 'cheap' })
  })

  test('lists the models of all its groups, and reports a model that no group has', async () => {
    ids.push(await server.addChannel(cheap.url, { groups: ['cheap'], models: 'gpt-4o' }))
    ids.push(await server.addChannel(premium.url, { groups: ['premium'], models: 'gpt-4o-mini' }))
    const key = await autoToken()
    const { data } = (await (
      await fetch(`${server.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
    ).json()) as { data: { id: string }[] }
    expect(data.map(({ id }) => id)).toEqual(['gpt-4o', 'gpt-4o-mini'])
    expect(await readErrorCode(await server.relay(key, path, { ...chat, model: 'nothing' }))).toBe('model_not_found')
  })

  test('counts against the limits of the group that it uses', async () => {
    await addChannels('cheap', 'premium')
    await setOptions({ GroupLimits: '{"cheap":{"rpm":1},"premium":{"rpm":2}}' })
    const crossing = await autoToken({ cross_group_retry: true })
    cheap.answerWith(answerError(500, 'boom'))
    expect((await server.relay(crossing, path, chat)).status).toBe(200)
    const premiumKey = await autoToken({ auto_groups: ['premium'] })
    expect((await server.relay(premiumKey, path, chat)).status).toBe(200)
    expect(await readErrorCode(await server.relay(premiumKey, path, chat))).toBe('requests_limit_reached')
  })
})

describe('a model that a group hides', () => {
  test('is neither listed nor callable there, and the refusal says so', async () => {
    await addChannels('cheap', 'premium')
    await setOptions({ GroupHiddenModels: '{"cheap":["gpt-4o","text-*"]}' })
    const key = await server.makeToken('user', { group: 'cheap' })
    const listed = await fetch(`${server.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
    const { data } = (await listed.json()) as { data: { id: string }[] }
    expect(data.map(({ id }) => id)).toEqual(['gpt-3.5-turbo-instruct', 'gpt-4o-mini'])
    const refused = await server.relay(key, path, chat)
    expect(refused.status).toBe(404)
    expect(await readErrorCode(refused)).toBe('model_hidden')
    expect((await server.relay(key, path, { ...chat, model: 'gpt-4o-mini' })).status).toBe(200)
    expect((await server.relay(await autoToken(), path, chat)).status).toBe(200)
    expect(await newestRow(server)).toMatchObject({ group: 'premium', model_name: 'gpt-4o' })
  })
})
