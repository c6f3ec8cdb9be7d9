import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Channel } from '@sluice/contract/channel'
import type { ChannelHealthEntry } from '@sluice/contract/channel-health'
import { render } from '@sluice/contract/messages/render'
import { channelStatus } from '@sluice/contract/roles'
import { createManualClock } from '../../platform/test-clock.ts'
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from '../test-app.ts'

const clock = createManualClock(Date.UTC(2026, 10, 20))
let app: TestApp
let db: TestApp['store']['db']
let admin: TestClient
let user: TestClient

beforeAll(async () => {
  app = await startTestApp({ clock })
  db = app.store.db
  admin = await app.addUser({ role: 10 })
  user = await app.addUser()
})
afterEach(async () => {
  await db.deleteFrom('channels').execute()
  await app.state.publish({ kind: 'channels' })
})
afterAll(() => app.close())

const dataOf = <T = Channel>(answer: TestAnswer): T => answer.body.data as T
const listOf = (answer: TestAnswer): Channel[] => dataOf<Channel[]>(answer)
const readAudit = () => db.selectFrom('audit_logs').selectAll().orderBy('id').execute()

const base = { name: 'main', key: 'sk-secret-1', models: 'gpt-4o,gpt-4o-mini' }

async function add(more: object = {}): Promise<number> {
  const answer = await admin.post('/api/channel/', { ...base, ...more })
  expect(answer.body).toMatchObject({ success: true })
  return listOf(answer)[0]?.id ?? 0
}
const readAbilities = () =>
  db.selectFrom('abilities').selectAll().orderBy('channel_id').orderBy('group_name').orderBy('model').execute()
const listServedModels = () => [...(app.state.current().routes.get('default')?.keys() ?? [])].sort()

describe('access', () => {
  const calls: [string, string, object?][] = [
    ['GET', '/api/channel/'],
    ['GET', '/api/channel/search'],
    ['POST', '/api/channel/search'],
    ['POST', '/api/channel/counts', {}],
    ['GET', '/api/channel/1'],
    ['GET', '/api/channel/models'],
    ['GET', '/api/channel/models_enabled'],
    ['GET', '/api/channel/test/1'],
    ['GET', '/api/channel/fetch_models/1'],
    ['POST', '/api/channel/fetch_models', {}],
    ['POST', '/api/channel/', base],
    ['PUT', '/api/channel/', { id: 1 }],
    ['DELETE', '/api/channel/1'],
    ['DELETE', '/api/channel/disabled'],
    ['POST', '/api/channel/batch', { ids: [1] }],
    ['POST', '/api/channel/restore', { deletion: 'x' }],
    ['POST', '/api/channel/test', { channel: { key: 'k', base_url: 'http://127.0.0.1:1' } }],
    ['POST', '/api/channel/test/batch', { ids: [999] }],
    ['POST', '/api/channel/batch/tag', { ids: [1], tag: 'x' }],
    ['POST', '/api/channel/batch/edit', { ids: [1], weight: 1 }],
    ['GET', '/api/channel/health'],
    // The answer comes from another thread: with two values the runner would wait for its third parameter.
    ['GET', '/api/channel/errors', undefined],
    ['POST', '/api/channel/batch/margins', { ids: [1] }],
    ['POST', '/api/channel/tag/enabled', { tag: 'x' }],
    ['POST', '/api/channel/tag/disabled', { tag: 'x' }],
    ['PUT', '/api/channel/tag', { tag: 'x' }],
    ['POST', '/api/channel/fix'],
    ['POST', '/api/channel/1/models', { remove_models: ['gpt-4o'] }],
  ]
  test.each(calls)('%s %s: administrators only', async (method, path, body) => {
    expect((await app.send(path, { method })).status).toBe(401)
    const refused = await user.request(method, path, body)
    expect(refused.status).toBe(200)
    expect(refused.body).toMatchObject({ success: false, code: 'insufficient_rights' })
    expect((await admin.request(method, path, body)).body.code).not.toBe('insufficient_rights')
  })
})

describe('creating', () => {
  test('makes the channel, its abilities and its routes at once', async () => {
    const id = await add({ models: 'b,a,b', group: 'default,vip' })
    expect((await readAbilities()).map((row) => [row.group_name, row.model, row.enabled])).toEqual([
      ['default', 'a', 1],
      ['default', 'b', 1],
      ['vip', 'a', 1],
      ['vip', 'b', 1],
    ])
    expect(listServedModels()).toEqual(['a', 'b'])
    expect(app.state.current().channels.get(id)?.keys).toEqual(['sk-secret-1'])
  })

  test('each line of keys becomes a channel; multi_key_mode keeps them in one', async () => {
    const many = await admin.post('/api/channel/', { ...base, key: 'k1\nk2\n\nk1' })
    expect(many.body.data).toHaveLength(2)
    const one = await admin.post('/api/channel/', { ...base, key: 'k1\nk2', multi_key_mode: 'random' })
    expect(one.body.data).toHaveLength(1)
    expect(listOf(one)[0]).toMatchObject({ key: '', key_count: 2 })
  })

  test.each([
    ['name', { name: '' }],
    ['key', { key: '' }],
    ['models', { models: '' }],
    ['model_mapping', { model_mapping: 'no json' }],
    ['base_url', { base_url: 'http://169.254.169.254/' }],
    ['param_override', { param_override: '{"operations":[{"mode":"explode","path":"a"}]}' }],
    ['header_override', { header_override: '{"Host":"a"}' }],
    ['header_override', { header_override: '{"x-a":1}' }],
    ['header_override', { header_override: '{"Authorization":"Bearer abc"}' }],
    ['remark', { remark: 'x'.repeat(256) }],
    ['weight', { weight: -1 }],
    ['type', { type: 998 }],
  ])('a wrong %s is refused by field and leaves nothing behind', async (field, wrong) => {
    const answer = await admin.post('/api/channel/', { ...base, ...wrong })
    expect(answer.status).toBe(200)
    expect(answer.body.success).toBe(false)
    expect(answer.body.fields).toHaveProperty(field)
    expect((await admin.get('/api/channel/')).body.total).toBe(0)
  })

  test('a body that is not JSON is answered with 400, and unknown fields are ignored', async () => {
    expect((await admin.post('/api/channel/', '{')).status).toBe(400)
    const id = await add({ used_quota: 5, id: undefined, balance: 7, nonsense: true })
    expect(dataOf(await admin.get(`/api/channel/${id}`))).toMatchObject({ used_quota: 0, balance: 0 })
  })
})

test('remark and headers are kept, copied and emptied', async () => {
  const texts = { remark: 'renews in May', header_override: '{"X-Team":"a","Authorization":"Key {api_key}"}' }
  const id = await add(texts)
  expect(dataOf(await admin.get(`/api/channel/${id}`))).toMatchObject(texts)
  const copy = listOf(await admin.post('/api/channel/', { copy_of: id, name: 'copy' }))[0]
  expect(copy).toMatchObject(texts)
  const empty = { remark: '', header_override: '' }
  expect(dataOf(await admin.put('/api/channel/', { id, ...empty }))).toMatchObject(empty)
})

test('only a super administrator stores a credential in a header; others may send it back unchanged', async () => {
  const root = await app.addUser({ role: 100 })
  const id = await add()
  const header_override = '{"cookie":"session=1"}'
  expect((await admin.put('/api/channel/', { id, header_override })).body.fields).toHaveProperty('header_override')
  expect((await root.put('/api/channel/', { id, header_override })).body.success).toBe(true)
  const unchanged = await admin.put('/api/channel/', { id, header_override, name: 'renamed' })
  expect(dataOf(unchanged)).toMatchObject({ name: 'renamed', header_override })
  const more = '{"cookie":"session=2"}'
  expect((await admin.put('/api/channel/', { id, header_override: more })).body.success).toBe(false)
})

test('the password of a proxy is encrypted, never shown, and kept only for the same proxy', async () => {
  const proxy = 'http://user:p@ss@proxy.example:3128'
  const id = await add({ setting: JSON.stringify({ proxy, thinking_to_content: true }) })
  const shown = JSON.stringify({ thinking_to_content: true, proxy: 'http://user:***@proxy.example:3128' })
  expect(dataOf(await admin.get(`/api/channel/${id}`)).setting).toBe(shown)
  expect(JSON.stringify((await admin.get('/api/channel/')).body)).not.toContain('p@ss')
  const stored = await db.selectFrom('channels').select('setting').where('id', '=', id).executeTakeFirstOrThrow()
  expect(stored.setting).toMatch(/"http:\/\/user:v1\.[\w-]+@proxy\.example:3128"/)
  const activeProxy = (channel: number) => app.state.current().channels.get(channel)?.setting.proxy
  await admin.put('/api/channel/', { id, setting: shown, name: 'renamed' })
  expect(activeProxy(id)).toBe(proxy)
  const elsewhere = { id, setting: shown.replace('proxy.example', 'evil.example') }
  expect((await admin.put('/api/channel/', elsewhere)).body.fields).toHaveProperty(['setting.proxy'])
  expect(activeProxy(id)).toBe(proxy)
  await admin.put('/api/channel/', { id, setting: shown.replace('***', 'other') })
  expect(activeProxy(id)).toBe('http://user:other@proxy.example:3128')
})

describe('copying', () => {
  const readRow = (id: number) => db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copy = (body: object) => admin.post('/api/channel/', body)

  test('copies the key and the settings, not usage and test results', async () => {
    const id = await add({ base_url: 'https://a.example', priority: 4, tag: 'eu', group: 'vip', key: 'k-7' })
    const used = { used_quota: 500, status: 3, test_at: 7, response_time_ms: 9, other_info: '{"reason":"x"}' }
    await db
      .updateTable('channels')
      .set({ ...used, balance: 5 })
      .where('id', '=', id)
      .execute()
    const answer = await copy({ copy_of: id, name: 'main_copy', key: '', priority: 5 })
    const [made] = listOf(answer)
    expect(made).toMatchObject({
      name: 'main_copy',
      key: '',
      key_count: 1,
      base_url: 'https://a.example',
      group: 'vip',
      tag: 'eu',
      priority: 5,
      models: base.models,
      used_quota: 0,
      status: 1,
      test_time: 0,
      response_time: 0,
      other_info: '',
      balance: 0,
    })
    expect(app.state.current().channels.get(made?.id ?? 0)?.keys).toEqual(['k-7'])
    expect((await readRow(made?.id ?? 0)).key_box).not.toBe((await readRow(id)).key_box)
    expect(JSON.stringify(answer.body)).not.toContain('k-7')
    const line = (await readAudit()).at(-1)
    expect(line).toMatchObject({ action: 'channel.create', object_id: String(made?.id), actor_id: admin.id })
    expect(JSON.stringify(line)).toContain(`copy_of\\":${id}`)
    expect(JSON.stringify(line)).not.toContain('k-7')
  })

  test('takes another key when one is given, and several keys in one channel stay together', async () => {
    const id = await add({ key: 'k1\nk2', multi_key_mode: 'random' })
    const keysOf = (answer: TestAnswer) => app.state.current().channels.get(listOf(answer)[0]?.id ?? 0)?.keys
    expect(keysOf(await copy({ copy_of: id, name: 'same' }))).toEqual(['k1', 'k2'])
    expect(keysOf(await copy({ copy_of: id, name: 'other', key: 'k3' }))).toEqual(['k3'])
  })

  test('needs a name, an existing channel and an administrator', async () => {
    const id = await add()
    expect((await copy({ copy_of: id })).body.fields).toHaveProperty('name')
    expect((await copy({ copy_of: 999, name: 'x' })).body).toMatchObject({ code: 'not_found' })
    expect((await user.post('/api/channel/', { copy_of: id, name: 'x' })).body).toMatchObject({
      code: 'insufficient_rights',
    })
    expect((await admin.get('/api/channel/')).body.total).toBe(1)
  })
})

describe('keys', () => {
  test('no answer, audit line or column contains one in plain text', async () => {
    const id = await add({ tag: 'eu' })
    await admin.put('/api/channel/', { id, key: 'sk-secret-2', name: 'renamed' })
    const answers = await Promise.all([
      admin.get('/api/channel/'),
      admin.get('/api/channel/?tag_mode=true'),
      admin.get('/api/channel/search?keyword=renamed'),
      admin.get(`/api/channel/${id}`),
      admin.put('/api/channel/', { id, weight: 3 }),
    ])
    for (const { body } of answers) {
      expect(body.success).toBe(true)
      expect(JSON.stringify(body)).not.toContain('sk-secret')
    }
    expect(JSON.stringify(await readAudit())).not.toContain('sk-secret')
    expect(JSON.stringify(await db.selectFrom('channels').selectAll().execute())).not.toContain('sk-secret')
    expect(app.state.current().channels.get(id)?.keys).toEqual(['sk-secret-2'])
  })

  test('a search for a whole key finds its channel, a search for a part of it does not', async () => {
    const id = await add({ key: 'sk-find-me-123' })
    await add({ key: 'sk-other' })
    const found = await admin.get('/api/channel/search?keyword=sk-find-me-123')
    expect(listOf(found).map(({ id }) => id)).toEqual([id])
    expect((await admin.get('/api/channel/search?keyword=sk-find-me')).body.data).toEqual([])
    const body = { keyword: 'sk-find-me-123', group: '', page: 1, page_size: 10, id_sort: true }
    const paged = await admin.post('/api/channel/search', body)
    expect(paged.body.data).toMatchObject({ items: listOf(found), total: 1, page: 1 })
  })
})

describe('updating', () => {
  test('keeps absent fields, and rebuilds abilities', async () => {
    const id = await add({ base_url: 'https://a.example/', priority: 4, group: 'default' })
    const answer = await admin.put('/api/channel/', { id, models: 'x', status: 2 })
    expect(answer.body.data).toMatchObject({
      id,
      name: 'main',
      base_url: 'https://a.example',
      priority: 4,
      models: 'x',
      status: 2,
      key: '',
      key_count: 1,
    })
    expect((await readAbilities()).map((row) => [row.model, row.enabled])).toEqual([['x', 0]])
    expect(listServedModels()).toEqual([])
    await admin.put('/api/channel/', { id, status: 1 })
    expect(listServedModels()).toEqual(['x'])
  })

  test('an unknown channel, a missing id and a wrong value are refused', async () => {
    expect((await admin.put('/api/channel/', { id: 999 })).body).toMatchObject({
      success: false,
      code: 'not_found',
    })
    expect((await admin.put('/api/channel/', { name: 'x' })).body).toMatchObject({
      code: 'invalid_parameters',
    })
    const id = await add()
    const wrong = await admin.put('/api/channel/', { id, models: 'y', setting: '{"proxy":"gopher://x"}' })
    expect(wrong.body.fields).toHaveProperty(['setting.proxy'])
    expect(dataOf(await admin.get(`/api/channel/${id}`)).models).toBe(base.models)
  })

  test('an expired channel serves no models', async () => {
    const id = await add()
    const second = Math.floor(clock.now() / 1000)
    await admin.put('/api/channel/', { id, expired_time: second - 1 })
    expect((await admin.get('/api/channel/models_enabled')).body.data).toEqual([])
    await admin.put('/api/channel/', { id, expired_time: second + 10 })
    expect((await admin.get('/api/channel/models_enabled')).body.data).toEqual(['gpt-4o', 'gpt-4o-mini'])
    clock.advance(11_000)
    expect((await admin.get('/api/channel/models_enabled')).body.data).toEqual([])
  })

  test('every change is in the audit trail', async () => {
    const id = await add()
    await admin.put('/api/channel/', { id, weight: 9 })
    await admin.delete(`/api/channel/${id}`)
    const lines = (await readAudit()).slice(-3)
    expect(lines.map((line) => [line.action, line.actor_id])).toEqual([
      ['channel.create', admin.id],
      ['channel.update', admin.id],
      ['channel.delete', admin.id],
    ])
    expect(JSON.parse(lines[1]?.after ?? '{}').changed).toEqual(['weight'])
  })
})

describe('lists', () => {
  test('count pages from 0, have the total beside the array, and limit the page size', async () => {
    for (let index = 0; index < 12; index++) await add({ name: `c${index}`, priority: index })
    const first = await admin.get('/api/channel/?p=0')
    expect(first.body).toMatchObject({ total: 12, page: 0, page_size: 10 })
    expect(first.body.data).toHaveLength(10)
    expect(listOf(first)[0]?.name).toBe('c11')
    expect((await admin.get('/api/channel/?p=1')).body.data).toHaveLength(2)
    expect((await admin.get('/api/channel/?p=2')).body.data).toEqual([])
    expect((await admin.get('/api/channel?p=-1&page_size=1000')).body).toMatchObject({
      page: 0,
      page_size: 100,
    })
    const byId = await admin.get('/api/channel/?id_sort=true&page_size=1')
    expect(listOf(byId)[0]?.name).toBe('c11')
  })

  test('in tag mode a page is a number of tags', async () => {
    for (const tag of ['a', 'a', 'b', 'c']) await add({ tag })
    await add({ name: 'untagged' })
    const page = await admin.get('/api/channel/?tag_mode=true&page_size=2')
    expect(page.body.total).toBe(3)
    expect(
      listOf(page)
        .map(({ tag }) => tag)
        .sort(),
    ).toEqual(['a', 'a', 'b'])
  })

  test('a search combines its parameters, and the group "null" selects all groups', async () => {
    await add({ name: 'Alpha', group: 'vip' })
    await add({ name: 'alphabet', group: 'default' })
    const names = async (query: string) =>
      listOf(await admin.get(`/api/channel/search?${query}`))
        .map(({ name }) => name)
        .sort()
    expect(await names('keyword=alpha&group=null&model=')).toEqual(['Alpha', 'alphabet'])
    expect(await names('keyword=alpha&group=vip')).toEqual(['Alpha'])
    expect(await names('keyword=&model=mini')).toEqual(['Alpha', 'alphabet'])
    expect(await names('keyword=%25')).toEqual([])
  })

  test('a status narrows the list, the search and the tags alike', async () => {
    await add({ name: 'on', tag: 'one' })
    const byHand = await add({ name: 'by hand', tag: 'two' })
    const byItself = await add({ name: 'by itself', tag: 'three' })
    await admin.put('/api/channel/', { id: byHand, status: channelStatus.disabled })
    await admin.put('/api/channel/', { id: byItself, status: channelStatus.autoDisabled })
    const expected = {
      enabled: ['on'],
      disabled: ['by hand', 'by itself'],
      auto_disabled: ['by itself'],
      '1': ['on'],
      '0': ['by hand', 'by itself'],
      '': ['by hand', 'by itself', 'on'],
      all: ['by hand', 'by itself', 'on'],
    }
    for (const [status, names] of Object.entries(expected))
      for (const path of ['/api/channel/?', '/api/channel/search?keyword=', '/api/channel/?tag_mode=true']) {
        const { body } = await admin.get(`${path}&status=${status}`)
        expect((body.data as Channel[]).map(({ name }) => name).sort()).toEqual(names)
        expect(body.total).toBe(names.length)
      }
  })
})

describe('deleting', () => {
  test('also deletes the abilities, and deleting again succeeds', async () => {
    const id = await add()
    expect((await admin.delete(`/api/channel/${id}/`)).body.success).toBe(true)
    expect((await admin.delete(`/api/channel/${id}`)).body.success).toBe(true)
    expect(await readAbilities()).toEqual([])
    expect(listServedModels()).toEqual([])
  })

  test('deletes all disabled channels with their abilities and keeps the others', async () => {
    const [kept, byHand, byItself] = [await add(), await add(), await add()]
    await admin.put('/api/channel/', { id: byHand, status: 2 })
    await admin.put('/api/channel/', { id: byItself, status: 3 })
    expect((await admin.delete('/api/channel/disabled')).body.data).toBe(2)
    expect([...new Set((await readAbilities()).map((row) => row.channel_id))]).toEqual([kept])
  })

  test('deletes several channels by their ids', async () => {
    const ids = [await add(), await add()]
    await add()
    expect((await admin.post('/api/channel/batch', { ids })).body.data).toBe(2)
    expect((await admin.get('/api/channel/')).body.total).toBe(1)
    expect((await admin.post('/api/channel/batch', { ids: [] })).body.success).toBe(false)
    expect((await admin.post('/api/channel/batch', { ids: ['1 or 1=1'] })).body.success).toBe(false)
  })
})

test('priority and weight of several channels change together, and their abilities follow', async () => {
  const ids = [await add({ priority: 1, weight: 4 }), await add(), await add()]
  const edit = (body: object) => admin.post('/api/channel/batch/edit', body)
  expect((await edit({ ids: [ids[0], ids[1], 99_999], priority: 7 })).body.data).toBe(2)
  const read = async (id: number | undefined) => dataOf(await admin.get(`/api/channel/${id}`))
  expect(await Promise.all(ids.map(read))).toMatchObject([
    { priority: 7, weight: 4 },
    { priority: 7, weight: 0 },
    { priority: 0, weight: 0 },
  ])
  expect((await readAbilities()).map((row) => row.priority)).toEqual(expect.arrayContaining([7, 7, 0]))
  expect((await edit({ ids, weight: 3 })).body.data).toBe(3)
  expect((await edit({ ids })).body.fields).toHaveProperty('priority')
  for (const wrong of [{ weight: -1 }, { priority: 1.5 }, { priority: null }])
    expect((await edit({ ids, ...wrong })).body).toMatchObject({ success: false, code: 'invalid_parameters' })
})

test('the health of channels on this node can be read', async () => {
  const visit = app.channelHealth.begin(5, 'k', { userId: 1, model: 'm' })
  visit.failed({ userId: null, retryAfterMs: null, cause: 'overload' })
  app.channelHealth.noteError(5, { text: 'overloaded', reason: null })
  const { data } = (await admin.get('/api/channel/health')).body
  expect(data).toEqual([
    {
      channel_id: 5,
      name: '',
      failures: 1,
      rest_seconds: 0,
      refused_keys: 0,
      last_error: 'overloaded',
      state: 'closed',
      cause: 'overload',
      in_flight: 0,
      calls: 1,
      errors: 1,
      broken: 0,
      resting: [],
      latency_ms: null,
      tokens_per_second: null,
      last_error_time: expect.any(Number),
    },
  ])
})

test('the last error of a channel is written in the language of the reader', async () => {
  const reason = { code: 'upstream_timeout', params: {} } as const
  app.channelHealth.noteError(6, { text: 'stored in English', reason })
  const read = async (language: string) => {
    const answer = await admin.request('GET', '/api/channel/health', undefined, {
      'accept-language': language,
    })
    return dataOf<ChannelHealthEntry[]>(answer).find(({ channel_id: id }) => id === 6)?.last_error
  }
  expect(await read('en')).toBe(render('en', 'errors', { code: 'upstream_timeout' }))
  expect(await read('zh')).toBe(render('zh', 'errors', { code: 'upstream_timeout' }))
  expect(render('zh', 'errors', { code: 'upstream_timeout' })).toMatch(/\p{Script=Han}/u)
})

describe('tags', () => {
  test('are set, cleared, and switched with all their channels', async () => {
    const ids = [await add(), await add()]
    expect((await admin.post('/api/channel/batch/tag', { ids, tag: 'eu' })).body.data).toBe(2)
    await admin.post('/api/channel/tag/disabled', { tag: 'eu' })
    expect(listServedModels()).toEqual([])
    expect((await readAbilities()).every((row) => row.enabled === 0 && row.tag === 'eu')).toBe(true)
    await admin.post('/api/channel/tag/enabled', { tag: 'eu' })
    expect(listServedModels()).toHaveLength(2)
    await admin.post('/api/channel/batch/tag', { ids: [ids[0]], tag: null })
    expect(dataOf(await admin.get(`/api/channel/${ids[0]}`)).tag).toBe('')
  })

  test('editing overwrites the given fields, on every channel of the tag and no other', async () => {
    const [inside, outside] = [await add({ tag: 'eu' }), await add({ tag: 'us' })]
    const edit = { tag: 'eu', new_tag: 'asia', models: 'm1,m2', groups: ['vip'], priority: 3, weight: null }
    await admin.put('/api/channel/tag', { ...edit, model_mapping: '{"m1":"m3"}' })
    expect(dataOf(await admin.get(`/api/channel/${inside}`))).toMatchObject({
      tag: 'asia',
      models: 'm1,m2',
      group: 'vip',
      priority: 3,
      weight: 0,
      model_mapping: '{"m1":"m3"}',
    })
    expect(dataOf(await admin.get(`/api/channel/${outside}`))).toMatchObject({
      tag: 'us',
      models: base.models,
    })
    expect((await readAbilities()).filter((row) => row.channel_id === inside)).toHaveLength(2)
  })

  test('overrides of bodies and headers are checked and kept as for one channel', async () => {
    const id = await add({ tag: 'eu' })
    const edit = { tag: 'eu', param_override: '{"top_p":0.5}', header_override: '{"X-Team":"river"}' }
    expect((await admin.put('/api/channel/tag', edit)).body.success).toBe(true)
    const { tag: _, ...texts } = edit
    expect(dataOf(await admin.get(`/api/channel/${id}`))).toMatchObject(texts)
    expect(app.state.current().channels.get(id)?.headerChanges).toHaveLength(1)
    for (const [field, text] of [
      ['header_override', '{"X-A":1}'],
      ['header_override', 'text'],
      ['param_override', '[]'],
      ['header_override', '{"Authorization":"Bearer abc"}'],
    ] as const) {
      const refused = await admin.put('/api/channel/tag', { tag: 'eu', [field]: text })
      expect(refused.body.fields).toHaveProperty(field)
    }
    const root = await app.addUser({ role: 100 })
    await root.put('/api/channel/tag', { tag: 'eu', header_override: '{"Authorization":"Bearer abc"}' })
    expect(JSON.stringify(await readAudit())).not.toContain('Bearer abc')
    await admin.put('/api/channel/tag', { tag: 'eu', header_override: '', param_override: null })
    expect(dataOf(await admin.get(`/api/channel/${id}`))).toMatchObject({
      param_override: edit.param_override,
      header_override: '{"Authorization":"Bearer abc"}',
    })
  })

  test('blank fields change nothing, an empty new tag removes the tag, and an empty tag is refused', async () => {
    const id = await add({ tag: 'eu' })
    await admin.put('/api/channel/tag', {
      tag: 'eu',
      models: '',
      groups: '',
      model_mapping: '',
      priority: null,
    })
    expect(dataOf(await admin.get(`/api/channel/${id}`))).toMatchObject({
      tag: 'eu',
      models: base.models,
    })
    await admin.put('/api/channel/tag', { tag: 'eu', new_tag: '' })
    expect(dataOf(await admin.get(`/api/channel/${id}`)).tag).toBe('')
    expect((await admin.put('/api/channel/tag', { tag: ' ' })).body.fields).toHaveProperty('tag')
    expect((await admin.post('/api/channel/tag/enabled', { tag: '' })).body.success).toBe(false)
  })
})

describe('adding and removing models', () => {
  const change = (id: number, body: object) => admin.post(`/api/channel/${id}/models`, body)

  test('appends the new names, removes others, and keeps changes made in the meantime', async () => {
    const id = await add({ models: 'b,a' })
    await admin.put('/api/channel/', { id, models: 'b,a,c' })
    expect(dataOf<object>(await change(id, { add_models: ['d', 'a'], remove_models: ['b', 'x'] }))).toEqual({
      added_models: ['d'],
      removed_models: ['b'],
      models: 'a,c,d',
    })
    expect(listServedModels()).toEqual(['a', 'c', 'd'])
    const last = (await readAudit()).at(-1)
    expect(last).toMatchObject({ action: 'channel.update', object_id: String(id) })
  })

  test('a change without effect is not recorded', async () => {
    const id = await add({ models: 'a' })
    const before = (await readAudit()).length
    expect(dataOf<object>(await change(id, { add_models: ['a'], remove_models: ['x'] }))).toMatchObject({
      added_models: [],
      removed_models: [],
    })
    expect(await readAudit()).toHaveLength(before)
  })

  test.each([
    ['the last model', { remove_models: ['a'] }, 'remove_models'],
    ['a name with invisible characters', { add_models: ['a\u200bb'] }, 'add_models.0'],
    ['a name too long for its column', { add_models: ['模'.repeat(200)] }, 'add_models'],
    ['a text instead of a list', { add_models: 'b' }, 'add_models'],
  ])('%s is refused at its field', async (_, body, field) => {
    const id = await add({ models: 'a' })
    const refused = (await change(id, body)).body
    expect(refused).toMatchObject({ success: false, code: 'invalid_parameters' })
    expect(Object.keys(refused.fields ?? {})).toEqual([field])
    expect(listServedModels()).toEqual(['a'])
  })

  test('an unknown channel is not found', async () => {
    expect((await change(99_999, { add_models: ['b'] })).body).toMatchObject({
      success: false,
      code: 'not_found',
    })
  })
})

test('fix repairs wrong abilities', async () => {
  const [first, second] = [await add(), await add()]
  await db.updateTable('abilities').set({ enabled: 0 }).where('channel_id', '=', first).execute()
  // Two channels are checked and one is repaired.
  expect((await admin.post('/api/channel/fix')).body.data).toBe(3)
  expect((await readAbilities()).every((row) => row.enabled === 1)).toBe(true)
  expect((await admin.post('/api/channel/fix')).body.data).toBe(2)
  expect(second).toBeGreaterThan(first)
})

test('the offered models are described as the models API does', async () => {
  const models = dataOf<{ id: string }[]>(await admin.get('/api/channel/models'))
  expect(models[0]).toMatchObject({ object: 'model', owned_by: 'openai', root: models[0]?.id, parent: null })
})
