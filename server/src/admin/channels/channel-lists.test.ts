import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Channel } from '@sluice/contract/channel'
import { type ChannelCounts, type ChannelRows, channelSelections } from '@sluice/contract/channel-list'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const now = Date.UTC(2026, 10, 20)
let app: TestApp
let admin: TestClient
const ids: Record<string, number> = {}

beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => now, monotonic: () => performance.now() } })
  admin = await app.addUser({ role: 10 })
  const add = async (name: string, more: object = {}) => {
    const body = { name, key: `sk-${name}`, models: 'gpt-4o', ...more }
    const answer = await admin.post('/api/channel/', body)
    ids[name] = (answer.body.data as Channel[])[0]?.id ?? 0
  }
  await add('plain', { tag: 'eu', group: 'default,vip', priority: 3 })
  await add('soon', { expired_time: now / 1000 + 3_600, type: 14, priority: 2 })
  await add('nameless', { models: 'a-model-without-a-price', base_url: 'https://far.example' })
  await add('broken', { tag: 'eu' })
  await app.store.db
    .updateTable('channels')
    .set({ status: 3, other_info: '{"status_reason_data":{"code":"upstream_said","params":{}}}' })
    .where('id', '=', ids.broken ?? 0)
    .execute()
  await app.state.publish({ kind: 'channels' })
})
afterAll(() => app.close())

const listNames = async (query: string) => {
  const { body } = await admin.get(`/api/channel/?page=1&${query}`)
  const { items, total } = body.data as { items: Channel[]; total: number }
  expect(total).toBe(items.length)
  return items.map(({ name }) => name)
}
const countChannels = async (body: object) => (await admin.post('/api/channel/counts', body)).body.data as ChannelCounts

test('the count of each filter is the number of channels that the list shows with it', async () => {
  const counts = await countChannels({})
  expect(counts).toMatchObject({
    total: 4,
    statuses: { enabled: 3, disabled: 1, manual_disabled: 0, auto_disabled: 1 },
    reasons: { upstream_said: 1 },
    only: { attention: 2, test_failed: 0, unpriced: 1, expiring: 1 },
  })
  for (const only of channelSelections) expect(await listNames(`only=${only}`)).toHaveLength(counts.only[only] ?? 0)
  for (const [type, number] of Object.entries(counts.types))
    expect(await listNames(`type=${type}`)).toHaveLength(number)
  for (const [tag, number] of Object.entries(counts.tags)) expect(await listNames(`tag=${tag}`)).toHaveLength(number)
  expect(await listNames('reason=upstream_said')).toEqual(['broken'])
})

test('a selection combines with the other filters, the counts by type and the tag mode', async () => {
  expect(await listNames('only=attention&type=14')).toEqual(['soon'])
  expect(await listNames('only=attention&tag=eu')).toEqual(['broken'])
  const { body } = await admin.get('/api/channel/?page=1&only=attention')
  expect((body.data as { type_counts: object }).type_counts).toEqual({ 1: 1, 14: 1 })
  const tags = await admin.get('/api/channel/?page=1&only=attention&tag_mode=true')
  const members = (tags.body.data as { items: Channel[] }).items
  expect(members.map(({ name }) => name).sort()).toEqual(['broken', 'plain'])
})

test('the search finds tags and base URLs, and counts what it finds', async () => {
  const found = await admin.post('/api/channel/search', { keyword: 'far.example', page: 1 })
  expect((found.body.data as { items: Channel[] }).items.map(({ name }) => name)).toEqual(['nameless'])
  expect(await countChannels({ keyword: 'far.example' })).toMatchObject({ total: 1, only: { unpriced: 1 } })
  expect(await countChannels({ keyword: 'sk-nameless' })).toMatchObject({ total: 1 })
})

test('a resting channel needs attention on this node', async () => {
  const id = ids.plain ?? 0
  const begin = (userId: number) => app.channelHealth.begin(id, 'sk-plain', { userId, model: 'gpt-4o' })
  for (let call = 0; call < 10; call++) begin(call).failed({ cause: 'fault', userId: null, retryAfterMs: null })
  expect((await listNames('only=attention')).sort()).toEqual(['broken', 'plain', 'soon'])
})

test('the list is sorted by any of its columns, and unknown values of the new parameters are ignored', async () => {
  expect(await listNames('sort_by=name&sort_order=asc')).toEqual(['broken', 'nameless', 'plain', 'soon'])
  expect((await listNames('sort_by=expired_time&sort_order=asc'))[0]).toBe('soon')
  expect(await listNames('only=everything&reason=&tag=')).toHaveLength(4)
})

const readRows = async (body: object) =>
  (await admin.post('/api/channel/rows', { page: 1, ...body })).body.data as ChannelRows

test('a row names the first three models, and no name that its text may have cut', async () => {
  const add = async (name: string, models: readonly string[]) =>
    await admin.post('/api/channel/', { name, key: `sk-${name}`, models: models.join(','), tag: 'named' })
  const [long, short] = ['x'.repeat(200), 'y'.repeat(100)]
  await add('many', ['d', 'c', 'b', 'a'])
  await add('cut', [long, short])
  const { items } = await readRows({ tag: 'named', sort_by: 'name', sort_order: 'asc' })
  expect(items.map(({ first_models }) => first_models)).toEqual([[long], ['d', 'c', 'b']])
  await admin.post('/api/channel/batch', { ids: items.map(({ id }) => id) })
})

test('rows are the channels of the list with the number of their models', async () => {
  const { items, total, tags } = await readRows({ sort_by: 'name', sort_order: 'asc' })
  expect(items.map(({ name }) => name)).toEqual(['broken', 'nameless', 'plain', 'soon'])
  expect({ total, tags }).toEqual({ total: 4, tags: [] })
  expect(items[2]).toMatchObject({
    id: ids.plain,
    group: 'default,vip',
    tag: 'eu',
    model_count: 1,
    first_models: ['gpt-4o'],
  })
  expect(items.map(({ other_info }) => other_info !== '')).toEqual([true, false, false, false])
  expect(items.some((item) => 'is_keyless' in item || 'test_failed' in item)).toBe(false)
})

test('a row says that the last test failed, and that no key can be used; the test says why', async () => {
  const made = await admin.post('/api/channel/', { name: 'sealed', key: 'sk-sealed', models: 'gpt-4o', tag: 'sealed' })
  const id = (made.body.data as Channel[])[0]?.id ?? 0
  const sealed = { key_box: 'of another secret' }
  await app.store.db.updateTable('channels').set(sealed).where('id', '=', id).execute()
  await app.state.publish({ kind: 'channels' })
  const tested = await admin.get(`/api/channel/test/${id}`)
  expect(tested.body).toMatchObject({
    success: false,
    message: expect.stringContaining('encrypted with another CRYPTO_SECRET'),
  })
  expect((await readRows({ tag: 'sealed' })).items).toMatchObject([{ id, is_keyless: true, test_failed: true }])
  const chinese = await admin.request('GET', `/api/channel/test/${id}`, undefined, { 'accept-language': 'zh' })
  expect(chinese.body.message).toContain('请重新填写')
  await admin.post('/api/channel/batch', { ids: [id] })
  const second = await readRows({ sort_by: 'models', page: 2, page_size: 3 })
  expect({ total: second.total, names: second.items.map(({ name }) => name) }).toEqual({
    total: 4,
    names: ['plain'],
  })
  const requested = [ids.plain, ids.nameless, 987_654]
  expect((await admin.post('/api/channel/batch/models', { ids: requested })).body.data).toEqual([
    'a-model-without-a-price',
    'gpt-4o',
  ])
})

test('rows by tag contain the matching channels of one page of tags, sorted by the figures of the tags', async () => {
  await admin.post('/api/channel/batch/tag', { ids: [ids.soon], tag: 'us' })
  await admin.put('/api/channel/', { id: ids.soon, models: 'gpt-4o,gpt-4o-mini', weight: 7 })
  const byTag = async (body: object) => {
    const { items, total, tags } = await readRows({ tag_mode: true, ...body })
    return { total, tags, names: items.map(({ name }) => name) }
  }
  const eu = { tag: 'eu', channels: 2, models: 1 }
  const us = { tag: 'us', channels: 1, models: 2 }
  // Channels without a tag follow the tags.
  expect(await byTag({})).toEqual({ total: 3, tags: [eu, us], names: ['plain', 'broken', 'soon', 'nameless'] })
  expect(await byTag({ page: 2, page_size: 2 })).toEqual({ total: 3, tags: [], names: ['nameless'] })
  for (const sort_by of ['weight', 'models', 'expired_time']) expect((await byTag({ sort_by })).tags).toEqual([us, eu])
  expect(await byTag({ sort_by: 'models', page_size: 1, page: 2 })).toEqual({
    total: 3,
    tags: [eu],
    names: ['broken', 'plain'],
  })
  // The filter selects channels; the tag still shows the number of all its channels.
  expect(await byTag({ status: 'auto_disabled' })).toEqual({ total: 1, tags: [eu], names: ['broken'] })
  expect(await byTag({ type: 14 })).toEqual({ total: 1, tags: [us], names: ['soon'] })
})
