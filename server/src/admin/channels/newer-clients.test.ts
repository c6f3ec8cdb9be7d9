import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Channel } from '@sluice/contract/channel'
import { channelNameMax } from '@sluice/contract/channel-write'
import type { multiKeyStatus } from '@sluice/contract/multi-key'
import type { z } from 'zod'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { createKeySwitch, type KeySwitch } from '../../relay/guard/key-switch.ts'
import { storeLastKeyUses } from '../../upkeep/store-last-key-uses.ts'
import { startTestApp, type TestAnswer, type TestApp, type TestClient, testSecretBox } from '../test-app.ts'

type MultiKeyStatus = z.output<typeof multiKeyStatus>

// The requests that management tools of 2025 and of 2026 send.

let app: TestApp
let db: TestApp['store']['db']
let admin: TestClient
let switchKey: KeySwitch

beforeAll(async () => {
  app = await startTestApp()
  db = app.store.db
  admin = await app.addUser({ role: 10 })
  switchKey = createKeySwitch({
    db,
    state: app.state,
    secretBox: testSecretBox,
    clock: systemClock,
    log: createLog('silent'),
    channelNotices: app.notify.channelNotices,
  })
})
afterEach(async () => {
  await db.deleteFrom('channels').execute()
  await db.deleteFrom('abilities').execute()
  await app.state.publish({ kind: 'channels' })
})
afterAll(() => app.close())

const listOf = (answer: TestAnswer): Channel[] => answer.body.data as Channel[]
const keysOf = (id: number | undefined) => app.state.current().channels.get(id ?? 0)?.keys
const base = { type: 1, name: 'main', key: 'sk-first-0001', models: 'gpt-4o', group: 'default' }
const lines = 'sk-first-0001\n\nsk-second-02\r\n sk-first-0001 '

/** The other fields that newer consoles send with a channel. */
const newerFields = {
  base_url: '',
  openai_organization: '',
  other: '',
  model_mapping: '',
  status_code_mapping: '',
  groups: ['default'],
  auto_ban: 1,
  priority: 0,
  weight: 0,
  tag: '',
  setting: '',
  param_override: '',
  header_override: null,
  settings: '{}',
  remark: '',
  channel_info: { is_multi_key: false },
}

describe('creating', () => {
  const create = (body: object) => admin.post('/api/channel/', body)
  const readStored = (answer: TestAnswer) => listOf(answer).map(({ id, name }) => ({ name, keys: keysOf(id) }))

  test.each<[string, object, { name: string; keys: string[] }[]]>([
    ['2025, bare', base, [{ name: 'main', keys: ['sk-first-0001'] }]],
    [
      '2025, bare, several lines',
      { ...base, key: lines },
      [
        { name: 'main 1', keys: ['sk-first-0001'] },
        { name: 'main 2', keys: ['sk-second-02'] },
      ],
    ],
    [
      '2026, single',
      { mode: 'single', multi_key_mode: 'random', channel: { ...newerFields, ...base } },
      [{ name: 'main', keys: ['sk-first-0001'] }],
    ],
    [
      '2026, batch',
      { mode: 'batch', channel: { ...newerFields, ...base, key: lines } },
      [
        { name: 'main 1', keys: ['sk-first-0001'] },
        { name: 'main 2', keys: ['sk-second-02'] },
      ],
    ],
    [
      '2026, batch with the start of the key in the name',
      { mode: 'batch', batch_add_set_key_prefix_2_name: true, channel: { ...base, key: lines } },
      [
        { name: 'main sk-first', keys: ['sk-first-0001'] },
        { name: 'main sk-secon', keys: ['sk-second-02'] },
      ],
    ],
    [
      '2026, batch of one key',
      { mode: 'batch', batch_add_set_key_prefix_2_name: true, channel: base },
      [{ name: 'main', keys: ['sk-first-0001'] }],
    ],
    [
      '2026, many keys in one channel',
      { mode: 'multi_to_single', multi_key_mode: 'polling', channel: { ...base, key: lines } },
      [{ name: 'main', keys: ['sk-first-0001', 'sk-second-02'] }],
    ],
  ])('%s', async (_, body, expected) => {
    const answer = await create(body)
    expect(answer.body).toMatchObject({ success: true })
    expect(readStored(answer)).toEqual(expected)
  })

  test('the mode of several keys is kept as it was chosen', async () => {
    const createWithMode = async (multi_key_mode?: string) => {
      const channel = { ...base, key: lines }
      const [created] = listOf(await create({ mode: 'multi_to_single', multi_key_mode, channel }))
      return JSON.parse(created?.setting ?? '{}').multi_key_mode
    }
    expect(await createWithMode('polling')).toBe('round_robin')
    expect(await createWithMode('random')).toBe('random')
    expect(await createWithMode()).toBe('random')
  })

  test('channel_info reports the number of keys of a channel and how they are chosen', async () => {
    const createAndReadInfo = async (body: object) => listOf(await create(body))[0]?.channel_info
    const many = (multi_key_mode: string) => ({
      mode: 'multi_to_single',
      multi_key_mode,
      channel: { ...base, key: lines },
    })
    const info = { multi_key_status_list: null, multi_key_polling_index: 0 } as const
    const two = { ...info, is_multi_key: true, multi_key_size: 2 }
    expect(await createAndReadInfo(many('polling'))).toEqual({ ...two, multi_key_mode: 'polling' })
    expect(await createAndReadInfo(many('random'))).toEqual({ ...two, multi_key_mode: 'random' })
    const single = { ...info, is_multi_key: false, multi_key_size: 0, multi_key_mode: '' } as const
    expect(await createAndReadInfo({ mode: 'single', channel: base })).toEqual(single)
    const [listed] = listOf(await admin.get('/api/channel/?p=0'))
    expect(listed?.channel_info).toEqual(single)
  })

  test('a name that would become too long is shortened by whole characters', async () => {
    const name = `${'x'.repeat(channelNameMax - 10)}\u{1f600}\u{1f600}`
    const body = { mode: 'batch', batch_add_set_key_prefix_2_name: true }
    const [created] = listOf(await create({ ...body, channel: { ...base, name, key: lines } }))
    expect(created?.name).toBe(`${'x'.repeat(channelNameMax - 10)} sk-first`)
  })

  test.each<[string, object, string, RegExp]>([
    ['an unknown mode', { mode: 'many', channel: base }, 'mode', /one of single, batch, multi_to_single/],
    ['a mode without a channel', { mode: 'single' }, 'channel', /is required/],
    ['a channel without a mode', { channel: base }, 'mode', /is required/],
    ['several keys in mode single', { mode: 'single', channel: { ...base, key: lines } }, 'key', /one key/],
    ['no key', { mode: 'batch', channel: { ...base, key: '\n' } }, 'key', /must not be empty/],
    ['a wrong field of the channel', { mode: 'single', channel: { ...base, weight: -1 } }, 'channel.weight', /0/],
  ])('%s is refused by name, and nothing is created', async (_, body, field, reason) => {
    const { status, body: answer } = await create(body)
    expect({ status, success: answer.success, code: answer.code }).toEqual({
      status: 200,
      success: false,
      code: 'invalid_parameters',
    })
    expect((answer.fields as Record<string, string>)[field]).toMatch(reason)
    expect(await db.selectFrom('channels').select('id').execute()).toEqual([])
  })
})

describe('changing', () => {
  const addMulti = async () => {
    const channel = { ...base, key: 'k1\nk2' }
    const made = await admin.post('/api/channel/', { mode: 'multi_to_single', channel })
    return listOf(made)[0]?.id ?? 0
  }

  test('keys are added to those of a channel with several, or replace them', async () => {
    const id = await addMulti()
    const put = (more: object) => admin.put('/api/channel/', { id, ...more })
    await put({ key: 'k2\nk3', key_mode: 'append' })
    expect(keysOf(id)).toEqual(['k1', 'k2', 'k3'])
    await put({ key: '', key_mode: 'append' })
    expect(keysOf(id)).toEqual(['k1', 'k2', 'k3'])
    await put({ key: 'k4', key_mode: 'replace', multi_key_mode: 'polling' })
    expect(keysOf(id)).toEqual(['k4'])
    await put({ key: 'k5' })
    expect(keysOf(id)).toEqual(['k5'])
  })

  test('a key cannot be appended to a channel with a single key', async () => {
    const [created] = listOf(await admin.post('/api/channel/', base))
    const answer = await admin.put('/api/channel/', { id: created?.id, key: 'k2', key_mode: 'append' })
    expect(answer.body.fields).toHaveProperty('key')
    expect(keysOf(created?.id)).toEqual([base.key])
  })
})

describe('switching', () => {
  const add = async (more: object = {}) => listOf(await admin.post('/api/channel/', { ...base, ...more }))[0]?.id ?? 0
  const readStatus = async (id: number) => ((await admin.get(`/api/channel/${id}`)).body.data as Channel).status
  const listServedModels = () => [...(app.state.current().routes.get('default')?.keys() ?? [])]

  test('a channel by its status route, and by PUT as clients of 2025 do', async () => {
    const id = await add()
    const switchTo = async (status: number) => (await admin.post(`/api/channel/${id}/status`, { status })).body.data
    expect([await switchTo(2), await readStatus(id), listServedModels()]).toEqual([true, 2, []])
    expect([await switchTo(2), await readStatus(id)]).toEqual([false, 2])
    expect([await switchTo(1), await readStatus(id), listServedModels()]).toEqual([true, 1, ['gpt-4o']])
    expect((await admin.put('/api/channel/', { id, status: 2 })).body).toMatchObject({ success: true })
    expect([await readStatus(id), listServedModels()]).toEqual([2, []])
    await admin.put('/api/channel/', { id, name: 'renamed' })
    expect(await readStatus(id)).toBe(2)
  })

  test('one that was disabled automatically resets the counts of its failed tests', async () => {
    const id = await add()
    const stopped = { status: 3, slow_tests: 2, refused_tests: 3 }
    await db.updateTable('channels').set(stopped).where('id', '=', id).execute()
    expect((await admin.post(`/api/channel/${id}/status`, { status: 1 })).body.data).toBe(true)
    const row = await db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 1, slow_tests: 0, refused_tests: 0 })
  })

  test('a batch: changed channels are counted and recorded in the audit trail', async () => {
    const ids = [await add(), await add(), await add({ status: 2 })]
    const all = (status: number) => admin.post('/api/channel/status/batch', { ids: [...ids, ids[0], 99_999], status })
    expect((await all(2)).body.data).toBe(2)
    expect(listServedModels()).toEqual([])
    expect((await all(2)).body.data).toBe(0)
    expect((await all(1)).body.data).toBe(3)
    expect(listServedModels()).toEqual(['gpt-4o'])
    const lines = await db.selectFrom('audit_logs').selectAll().orderBy('id').execute()
    const changes = lines.filter(({ action }) => action === 'channel.status').slice(-2)
    expect(changes.map(({ after }) => JSON.parse(after ?? ''))).toEqual([
      { ids: ids.slice(0, 2), status: 2 },
      { ids, status: 1 },
    ])
  })

  test('an unknown channel and any other status are refused', async () => {
    const id = await add()
    expect((await admin.post('/api/channel/99999/status', { status: 1 })).body.code).toBe('not_found')
    for (const status of [0, 3, '1', undefined]) {
      const { fields, code } = (await admin.post(`/api/channel/${id}/status`, { status })).body
      expect({ code, fields }).toMatchObject({
        code: 'invalid_parameters',
        fields: { status: expect.any(String) },
      })
    }
    expect((await admin.post('/api/channel/status/batch', { ids: [id], status: 3 })).body.success).toBe(false)
    expect(await readStatus(id)).toBe(1)
  })
})

describe('copying', () => {
  const addUsed = async () => {
    const made = await admin.post('/api/channel/', { ...base, tag: 'eu', priority: 3 })
    const id = listOf(made)[0]?.id ?? 0
    const used = { balance: 12.5, balance_updated_at: 5_000, used_quota: 7, test_at: 9, response_time_ms: 8 }
    await db.updateTable('channels').set(used).where('id', '=', id).execute()
    return id
  }
  const readCopy = async (answer: TestAnswer): Promise<Channel> => {
    const { id } = answer.body.data as { id: number }
    return (await admin.get(`/api/channel/${id}`)).body.data as Channel
  }

  test('copies the key and the settings; figures start at zero unless the balance is kept', async () => {
    const id = await addUsed()
    const copy = await readCopy(await admin.post(`/api/channel/copy/${id}?suffix=%20(2)`))
    expect(copy).toMatchObject({
      name: 'main (2)',
      tag: 'eu',
      priority: 3,
      models: base.models,
      balance: 0,
      used_quota: 0,
      test_time: 0,
      response_time: 0,
      status: 1,
    })
    expect(keysOf(copy.id)).toEqual([base.key])
    const kept = await readCopy(await admin.post(`/api/channel/copy/${id}?suffix=x&reset_balance=false`))
    // Usage of another channel stays there: the sum over channels equals the charges.
    expect(kept).toMatchObject({ balance: 12.5, balance_updated_time: 5, used_quota: 0 })
  })

  test('appends a suffix to the name in the language of the request, and shortens a name that is too long', async () => {
    const id = await addUsed()
    const path = `/api/channel/copy/${id}`
    const copyAndReadName = async (language: string) =>
      (await readCopy(await admin.request('POST', path, undefined, { 'accept-language': language }))).name
    expect([await copyAndReadName('zh-CN'), await copyAndReadName('en'), await copyAndReadName('fr')]).toEqual([
      'main_复制',
      'main_copy',
      'main_copy',
    ])
    await admin.put('/api/channel/', { id, name: 'x'.repeat(channelNameMax) })
    expect(await copyAndReadName('en')).toBe(`${'x'.repeat(channelNameMax - 5)}_copy`)
  })

  test('an unknown channel is not found', async () => {
    expect((await admin.post('/api/channel/copy/99999')).body.code).toBe('not_found')
  })
})

test('reading the key of a channel is refused for every role, with its own error code', async () => {
  const id = listOf(await admin.post('/api/channel/', base))[0]?.id
  for (const client of [admin, app.root]) {
    const { status, body } = await client.post(`/api/channel/${id}/key`)
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'channel_key_unreadable' })
    expect(JSON.stringify(body)).not.toContain(base.key)
  }
})

test('the number of retries of a call is reported', async () => {
  await app.root.put('/api/option/', { key: 'RetryTimes', value: '4' })
  expect((await admin.get('/api/channel/ops')).body.data).toEqual({ retry_times: 4 })
})

test('the models of a tag are those of its channel with the most models', async () => {
  for (const models of ['a', 'a,b,c', 'd,e']) await admin.post('/api/channel/', { ...base, models, tag: 'eu' })
  await admin.post('/api/channel/', { ...base, models: 'a,b,c,d', tag: 'us' })
  const readTagModels = async (tag: string) => (await admin.get(`/api/channel/tag/models?tag=${tag}`)).body
  expect((await readTagModels('eu')).data).toBe('a,b,c')
  expect((await readTagModels('nowhere')).data).toBe('')
  expect((await readTagModels('')).fields).toHaveProperty('tag')
})

describe('lists', () => {
  const add = async (more: object) => listOf(await admin.post('/api/channel/', { ...base, ...more }))[0]?.id ?? 0
  const addThree = async () => {
    const ids = [
      await add({ name: 'b', priority: 1, group: 'default,vip', tag: 'eu' }),
      await add({ name: 'a', priority: 2, type: 14, tag: 'eu' }),
      await add({ name: 'c', priority: 3, type: 14, group: 'vip', status: 2 }),
    ]
    const figures = [
      { balance: 5, response_time_ms: 30, test_at: 1 },
      { balance: 9, response_time_ms: 10, test_at: 3 },
      { balance: 1, response_time_ms: 20, test_at: 2 },
    ]
    for (const [index, values] of figures.entries())
      await db
        .updateTable('channels')
        .set(values)
        .where('id', '=', ids[index] ?? 0)
        .execute()
  }
  interface NewerList {
    items: Channel[]
    total: number
    type_counts: Record<string, number>
  }
  const newerQuery = '?p=1&page_size=20&size=20'

  test.each([
    ['sort_by=name&sort_order=asc', 'abc'],
    ['sort_by=name&sort_order=desc', 'cba'],
    ['sort_by=name', 'cba'],
    ['sort_by=balance&sort_order=asc', 'cba'],
    ['sort_by=response_time&sort_order=asc', 'acb'],
    ['sort_by=test_time&sort_order=desc', 'acb'],
    ['sort_by=id&sort_order=asc', 'bac'],
    ['sort_by=priority&sort_order=asc', 'bac'],
    ['sort_by=nothing', 'cab'],
    ['id_sort=true', 'cab'],
    ['type=14', 'ca'],
    ['type=0', 'cab'],
    ['type=', 'cab'],
    ['type=14&status=enabled', 'a'],
    ['status=0', 'c'],
    ['group=vip', 'cb'],
    ['group=all', 'cab'],
    ['group=null', 'cab'],
    ['group=', 'cab'],
    ['tag_mode=true&sort_by=name&sort_order=asc', 'ab'],
  ])('%s has the same result in the list and in the search, for older and newer clients', async (query, names) => {
    await addThree()
    for (const path of ['/api/channel/', '/api/channel/search']) {
      const newerList = (await admin.get(`${path}${newerQuery}&${query}`)).body.data as NewerList
      expect(newerList.items.map(({ name }) => name).join('')).toBe(names)
      const olderList = await admin.get(`${path}?${query}`)
      expect(
        listOf(olderList)
          .map(({ name }) => name)
          .join(''),
      ).toBe(names)
    }
  })

  test('newer clients read the number of channels of each type, whatever their type filter', async () => {
    await addThree()
    const readTypeCounts = async (query: string, path = '/api/channel/') =>
      ((await admin.get(`${path}${newerQuery}&${query}`)).body.data as NewerList).type_counts
    expect(await readTypeCounts('')).toEqual({ 1: 1, 14: 2 })
    expect(await readTypeCounts('type=14')).toEqual({ 1: 1, 14: 2 })
    expect(await readTypeCounts('status=1&type=1')).toEqual({ 1: 1, 14: 1 })
    expect(await readTypeCounts('tag_mode=true')).toEqual({ 1: 1, 14: 1 })
    expect(await readTypeCounts('keyword=c', '/api/channel/search')).toEqual({ 14: 1 })
    expect((await admin.get('/api/channel/')).body).not.toHaveProperty('type_counts')
  })
})

test('a channel may be created without models, and is changed by the id in the path', async () => {
  const bare = { name: 'bare', type: 1, key: 'sk-x', priority: 3, status: 1 }
  const [made] = listOf(await admin.post('/api/channel/', bare))
  expect(made).toMatchObject({ name: 'bare', models: '', status: 1 })
  expect((await admin.post('/api/channel/', { ...bare, models: '' })).body.fields).toHaveProperty('models')
  const change = (body: object) => admin.put(`/api/channel/${made?.id}`, body)
  expect((await change({ id: 99_999, name: 'renamed', status: 0 })).body.data).toMatchObject({
    id: made?.id,
    name: 'renamed',
    status: 2,
    priority: 3,
  })
  expect((await change({ status: 1, models: 'gpt-4o' })).body.data).toMatchObject({
    status: 1,
    models: 'gpt-4o',
  })
  expect((await change({ status: 4 })).body.fields).toHaveProperty('status')
  expect((await admin.put('/api/channel/99999', { name: 'x' })).body.code).toBe('not_found')
  const listed = (await admin.get('/api/channel?page=1&limit=10&sort=-id')).body.data
  expect(listed).toMatchObject([{ id: made?.id }])
})

describe('several keys of a channel', () => {
  const listKeys = async (id: number) =>
    ((await manage({ channel_id: id, action: 'get_key_status' })).body.data as MultiKeyStatus).keys
  const readStatus = async (id: number) => ((await admin.get(`/api/channel/${id}`)).body.data as Channel).status
  const manage = (body: object, client = admin) => client.post('/api/channel/multi_key/manage', body)
  const key = (number: number) => `sk-a-long-key-number-000${number}`
  const addMulti = async (count: number) => {
    const channel = { ...base, key: Array.from({ length: count }, (_, index) => key(index)).join('\n') }
    return listOf(await admin.post('/api/channel/', { mode: 'multi_to_single', channel }))[0]?.id ?? 0
  }

  test('are listed in pages, showing only their last characters', async () => {
    const id = await addMulti(3)
    const status = async (more: object = {}) => {
      const { body } = await manage({ channel_id: id, action: 'get_key_status', ...more })
      expect(JSON.stringify(body)).not.toContain('sk-a')
      return body.data
    }
    expect(await status()).toEqual({
      keys: [0, 1, 2].map((index) => ({
        index,
        status: 1,
        key_preview: `…000${index}`,
        last_used_time: 0,
        key_id: expect.stringMatching(/^[\w-]{22}$/),
      })),
      total: 3,
      page: 1,
      page_size: 50,
      total_pages: 1,
      enabled_count: 3,
      manual_disabled_count: 0,
      auto_disabled_count: 0,
    })
    expect(await status({ page: 9, page_size: 2 })).toMatchObject({
      keys: [{ index: 2 }],
      page: 2,
      page_size: 2,
      total_pages: 2,
      total: 3,
    })
    expect(await status({ status: 3 })).toMatchObject({ keys: [], total: 0, enabled_count: 3 })
    await admin.put('/api/channel/', { id, key: 'short' })
    expect(await status()).toMatchObject({ keys: [{ key_preview: '…' }] })
  })

  test('are deleted by index: calls stop using the key at once, and the audit trail does not contain it', async () => {
    const id = await addMulti(3)
    const remove = async (index?: number) =>
      (await manage({ channel_id: id, action: 'delete_key', key_index: index })).body
    expect(await remove(1)).toMatchObject({ success: true })
    expect(keysOf(id)).toEqual([key(0), key(2)])
    const line = await db.selectFrom('audit_logs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(line).toMatchObject({ action: 'channel.key_delete', object_id: String(id), actor_id: admin.id })
    expect(JSON.stringify(line)).not.toContain('sk-a')
    for (const index of [2, -1, undefined]) expect((await remove(index)).fields).toHaveProperty('key_index')
    expect(await remove(0)).toMatchObject({ success: true })
    expect((await remove(0)).fields).toHaveProperty('key_index')
    expect(keysOf(id)).toEqual([key(2)])
  })

  test('are switched off and on one by one, and calls use those that are on', async () => {
    const id = await addMulti(3)
    const [first] = await listKeys(id)
    expect((await manage({ channel_id: id, action: 'disable_key', key_index: 1 })).body.success).toBe(true)
    expect((await manage({ channel_id: id, action: 'disable_key', key_id: first?.key_id })).body.success).toBe(true)
    expect(keysOf(id)).toEqual([key(2)])
    expect(await listKeys(id)).toMatchObject([
      { status: 2, disabled_time: expect.any(Number) },
      { status: 2 },
      { status: 1 },
    ])
    const info = { is_multi_key: true, multi_key_size: 3, multi_key_status_list: { 0: 2, 1: 2 } }
    expect(((await admin.get(`/api/channel/${id}`)).body.data as Channel).channel_info).toMatchObject(info)
    expect((await manage({ channel_id: id, action: 'enable_key', key_index: 0 })).body.success).toBe(true)
    expect(keysOf(id)).toEqual([key(0), key(2)])
    const lines = await db.selectFrom('audit_logs').selectAll().orderBy('id', 'desc').limit(3).execute()
    expect(lines.map(({ action }) => action)).toEqual([
      'channel.key_enable',
      'channel.key_disable',
      'channel.key_disable',
    ])
    expect(JSON.stringify(lines)).not.toContain('sk-a')
  })

  test('keep their states when others are added, deleted or put in another order', async () => {
    const id = await addMulti(3)
    await manage({ channel_id: id, action: 'disable_key', key_index: 1 })
    await admin.put('/api/channel/', { id, key: key(7), key_mode: 'append' })
    expect((await listKeys(id)).map(({ status }) => status)).toEqual([1, 2, 1, 1])
    await manage({ channel_id: id, action: 'delete_key', key_index: 0 })
    expect((await listKeys(id)).map(({ status }) => status)).toEqual([2, 1, 1])
    await admin.put('/api/channel/', { id, key: [key(7), key(9), key(1)].join('\n') })
    expect((await listKeys(id)).map(({ status }) => status)).toEqual([1, 1, 2])
    await admin.put('/api/channel/', { id, key: key(7) })
    await admin.put('/api/channel/', { id, key: [key(7), key(1)].join('\n') })
    expect((await listKeys(id)).map(({ status }) => status)).toEqual([1, 1])
  })

  test('stay together when another setting is written without their mode', async () => {
    const id = await addMulti(2)
    const write = { id, key: key(5), key_mode: 'append', setting: '{"system_prompt":"y"}' }
    expect((await admin.put('/api/channel/', write)).body).toMatchObject({ success: true })
    expect(keysOf(id)).toEqual([key(0), key(1), key(5)])
    const { setting } = (await admin.get(`/api/channel/${id}`)).body.data as Channel
    expect(JSON.parse(setting)).toEqual({ system_prompt: 'y', multi_key_mode: 'random' })
  })

  test('if all are disabled, the channel gets no calls until they are enabled again', async () => {
    const id = await addMulti(2)
    expect((await manage({ channel_id: id, action: 'disable_all_keys' })).body.success).toBe(true)
    expect((await manage({ channel_id: id, action: 'disable_all_keys' })).body.fields).toHaveProperty('action')
    expect(app.state.current().routes.get('default')?.get('gpt-4o') ?? []).toEqual([])
    expect(await readStatus(id)).toBe(1)
    await manage({ channel_id: id, action: 'enable_all_keys' })
    expect(keysOf(id)).toEqual([key(0), key(1)])
  })

  test('enable the channel again if it was disabled because of them; keys disabled by hand stay disabled', async () => {
    const id = await addMulti(3)
    const reason = { code: 'upstream_said', params: { text: 'no such key' } } as const
    await manage({ channel_id: id, action: 'disable_key', key_index: 2 })
    const disableAllByRefusal = async () => {
      for (const index of [0, 1])
        await switchKey({ channel: { id, name: 'main' }, key: key(index), to: 'disable', reason })
      expect(await readStatus(id)).toBe(3)
    }
    await disableAllByRefusal()
    const states = await listKeys(id)
    expect(states).toMatchObject([{ status: 3, reason: 'no such key' }, { status: 3 }, { status: 2 }])
    const channel = (await admin.get(`/api/channel/${id}`)).body.data as Channel
    expect(JSON.parse(channel.other_info).status_reason).toBe(
      'all its keys are disabled; the last one was disabled: no such key',
    )
    // One key is enabled.
    await manage({ channel_id: id, action: 'enable_key', key_index: 1 })
    expect([await readStatus(id), keysOf(id)]).toEqual([1, [key(1)]])
    await switchKey({ channel: { id, name: 'main' }, key: key(1), to: 'disable', reason })
    expect(await readStatus(id)).toBe(3)
    // The channel is enabled.
    await admin.post(`/api/channel/${id}/status`, { status: 1 })
    expect([await readStatus(id), keysOf(id)]).toEqual([1, [key(0), key(1)]])
    await disableAllByRefusal()
    expect((await manage({ channel_id: id, action: 'delete_disabled_keys' })).body.data).toBe(2)
    expect((await listKeys(id)).map(({ status }) => status)).toEqual([2])
  })

  test('keep their states in a copy of the channel and when its deletion is undone', async () => {
    const id = await addMulti(2)
    await manage({ channel_id: id, action: 'disable_key', key_index: 0 })
    const copied = (await admin.post(`/api/channel/copy/${id}`)).body.data as { id: number }
    expect(keysOf(copied.id)).toEqual([key(1)])
    const { deletion } = (await admin.delete(`/api/channel/${id}`)).body
    await admin.post('/api/channel/restore', { deletion })
    expect(keysOf(id)).toEqual([key(1)])
  })

  test('show when they were last used', async () => {
    const id = await addMulti(2)
    app.channelHealth.begin(id, key(1), { userId: 1, model: 'gpt-4o' }).ended()
    const before = await listKeys(id)
    expect(before[0]?.last_used_time).toBe(0)
    expect(before[1]?.last_used_time).toBeGreaterThan(0)
    await storeLastKeyUses({ db, state: app.state, secretBox: testSecretBox }, app.channelHealth)
    expect(app.channelHealth.keyUsesOf(id).size).toBe(0)
    expect(await listKeys(id)).toEqual(before)
    await manage({ channel_id: id, action: 'delete_key', key_index: 1 })
    expect(await db.selectFrom('channel_key_uses').selectAll().where('channel_id', '=', id).execute()).toEqual([])
  })

  test('are not managed for a single-key or unknown channel, nor by unknown actions, keys or users', async () => {
    const id = listOf(await admin.post('/api/channel/', base))[0]?.id
    const status = { action: 'get_key_status' }
    expect((await manage({ channel_id: id, action: 'disable_all_keys' })).body.fields).toHaveProperty('channel_id')
    // The only key of a channel is listed, and nothing more.
    expect((await manage({ channel_id: id, ...status })).body.data).toMatchObject({ total: 1 })
    expect((await manage({ channel_id: 99_999, ...status })).body.code).toBe('not_found')
    expect((await manage({ channel_id: id, action: 'disable_key' })).body.fields).toHaveProperty('key_index')
    expect((await manage({ channel_id: id, action: 'explode' })).body.fields).toHaveProperty('action')
    const several = await addMulti(2)
    const gone = { channel_id: several, action: 'disable_key', key_id: 'gone' }
    expect((await manage(gone)).body.fields).toHaveProperty('key_id')
    const user = await app.addUser()
    expect((await manage({ channel_id: several, ...status }, user)).body.code).toBe('insufficient_rights')
  })
})
