import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { channel } from '@sluice/contract/channel'
import { roles } from '@sluice/contract/roles'
import { startTestApp, type TestApp, type TestClient } from './test-app.ts'

type Fields = Record<string, unknown>

let app: TestApp
let root: TestClient
beforeAll(async () => {
  app = await startTestApp()
  root = app.root
})
afterAll(() => app.close())

const read = async (client: TestClient, path: string): Promise<Fields> => {
  const { body } = await client.get(path)
  expect([path, body.success]).toEqual([path, true])
  return body.data as Fields
}

/** Creates a resource with only its required fields; returns the addresses to read and to write it. */
const resources: Record<string, () => Promise<{ path: string; write: string; client: TestClient }>> = {
  async channel() {
    const made = await root.post('/api/channel/', { type: 1, name: 'c', key: 'k', models: 'm' })
    const [{ id }] = made.body.data as [{ id: number }]
    return { path: `/api/channel/${id}`, write: '/api/channel/', client: root }
  },
  async token() {
    const { id } = (await root.post('/api/token/', { name: 't' })).body.data as { id: number }
    return { path: `/api/token/${id}`, write: '/api/token/', client: root }
  },
  async account() {
    const { id } = await app.addUser({ username: 'ada' })
    return { path: `/api/user/${id}`, write: '/api/user/', client: root }
  },
  async self() {
    const client = await app.addUser({ username: 'bob', role: roles.user })
    return { path: '/api/user/self', write: '/api/user/self', client }
  },
  async 'redemption code'() {
    await root.post('/api/redemption/', { name: 'r', quota: 1 })
    const { items } = await read(root, '/api/redemption/')
    const [{ id }] = items as [{ id: number }]
    return { path: `/api/redemption/${id}`, write: '/api/redemption/', client: root }
  },
}

/** Fields whose null has a meaning: not deleted, not set, hidden from other accounts, the group order of the site. */
const nullable = /^(DeletedAt|access_token|auto_groups|\w+_id)$/

describe.each(Object.entries(resources))('a %s', (_, create) => {
  test('that is sent back as it was read does not change, and no text of it is null', async () => {
    const { path, write, client } = await create()
    const before = await read(client, path)
    const nulls = Object.entries(before).filter(([name, value]) => value === null && !nullable.test(name))
    expect(nulls).toEqual([])
    expect((await client.put(write, before)).body).toMatchObject({ success: true })
    expect(await read(client, path)).toEqual(before)
  })
})

test('options that are sent back as they were read do not change', async () => {
  const before = (await read(root, '/api/option/')) as unknown as { key: string; value: string }[]
  for (const entry of before)
    expect([entry.key, (await root.put('/api/option/', entry)).body.success]).toEqual([entry.key, true])
  expect(await read(root, '/api/option/')).toEqual(before as unknown as Fields)
})

describe('an empty text of a channel', () => {
  const texts = Object.entries(channel.shape).filter(([, shape]) => shape.type === 'string')
  const kept = ['name', 'models', 'group', 'other_info', 'balance_currency']
  const fields = texts.map(([name]) => name).filter((name) => !kept.includes(name))
  const json = ['model_mapping', 'status_code_mapping', 'setting', 'param_override', 'cost_prices', 'header_override']

  test('is written as an empty text or null, and a JSON field also as the text null', async () => {
    expect(fields).toEqual(expect.arrayContaining(json))
    const { path, write } = await (resources.channel ?? failMissing)()
    const id = Number(path.split('/').at(-1))
    for (const field of fields)
      for (const value of ['', null, ...(json.includes(field) ? ['null', ' null '] : [])]) {
        const { body } = await root.put(write, { id, [field]: value })
        expect([field, value, body.success, (body.data as Fields)[field]]).toEqual([field, value, true, ''])
      }
  })

  test('removes the previous text', async () => {
    const { path, write } = await (resources.channel ?? failMissing)()
    const id = Number(path.split('/').at(-1))
    const full = { model_mapping: '{"a":"b"}', param_override: '{"x":1}', setting: '{"force_format":true}' }
    for (const empty of ['', 'null', null]) {
      expect((await root.put(write, { id, ...full })).body.data).toMatchObject(full)
      const cleared = Object.fromEntries(Object.keys(full).map((field) => [field, empty]))
      expect((await root.put(write, { id, ...cleared })).body.data).toMatchObject({
        model_mapping: '',
        param_override: '',
        setting: '',
      })
    }
  })
})

test('null clears a text of a token', async () => {
  const { path, write } = await (resources.token ?? failMissing)()
  const id = Number(path.split('/').at(-1))
  const texts = ['model_limits', 'allow_ips', 'deny_ips', 'rate_limit_message', 'group']
  await root.put(write, { id, model_limits: 'm', allow_ips: '192.0.2.1', deny_ips: '192.0.2.2' })
  const nulls = Object.fromEntries(texts.map((name) => [name, null]))
  const { body } = await root.put(write, { id, name: null, ...nulls })
  const empty = Object.fromEntries(texts.map((name) => [name, '']))
  expect(body.data).toMatchObject({ name: 't', ...empty })
})

describe('an option', () => {
  const writeAndRead = async (body: Fields): Promise<string | undefined> => {
    expect((await root.put('/api/option/', { key: 'Footer', value: 'before' })).body.success).toBe(true)
    expect((await root.put('/api/option/', body)).body).toMatchObject({ success: true })
    const options = (await read(root, '/api/option/')) as unknown as { key: string; value: string }[]
    return options.find(({ key }) => key === body.key)?.value
  }

  test.each([{}, { value: '' }, { value: null }])('without a value is empty: %j', async (value) => {
    expect(await writeAndRead({ key: 'Footer', ...value })).toBe('')
  })

  test.each([
    ['RetryTimes', 4, '4'],
    ['DisplayInCurrencyEnabled', false, 'false'],
    ['Footer', 12, '12'],
  ])('%s stores %j as text', async (key, value, text) => {
    expect(await writeAndRead({ key, value })).toBe(text)
  })

  test('without a value is also empty in a batch', async () => {
    await root.put('/api/option/', { key: 'Footer', value: 'before' })
    const { body } = await root.put('/api/option/batch', { options: [{ key: 'Footer' }] })
    expect(body.data).toEqual({ changed: ['Footer'] })
  })
})

function failMissing(): never {
  throw new Error('no such resource')
}
