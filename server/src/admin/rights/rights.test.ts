import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type AdminPermissions, adminRights, needsOf } from '@sluice/contract/admin-rights'
import type { Channel } from '@sluice/contract/channel'
import type { DataAttention } from '@sluice/contract/data'
import { rightOf } from '@sluice/contract/rights-of-routes'
import { roles } from '@sluice/contract/roles'
import { type RouteKey, routes } from '@sluice/contract/routes'
import type { RightsCatalog } from '@sluice/contract/routes/rights'
import type { User } from '@sluice/contract/user'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** An administrator of these rights. */
async function addAdmin(permissions: AdminPermissions): Promise<TestClient> {
  const admin = await app.addUser({ role: roles.admin })
  const { body } = await app.root.put('/api/user/', { id: admin.id, admin_permissions: permissions })
  expect(body.success).toBe(true)
  return admin
}

const read = async <T>(client: TestClient, path: string): Promise<T> => (await client.get(path)).body.data as T

async function addChannel(channel: object): Promise<number> {
  const [made] = (await app.root.post('/api/channel/', channel)).body.data as Channel[]
  return made?.id ?? 0
}

const keys = Object.keys(routes) as RouteKey[]
const withParams = (path: string) => path.replaceAll(/:\w+/g, '99999')

test('each right opens its routes, and no others', async () => {
  for (const right of adminRights) {
    const [area = '', action = ''] = right.split('.')
    const admin = await addAdmin({ [area]: { [action]: false } })
    for (const key of keys) {
      const needed = rightOf(key)
      if (needed === null) continue
      const [method = '', path = ''] = key.split(' ')
      // Files are no JSON.
      const answer = await admin.request(method, withParams(path), method === 'GET' ? undefined : '{').catch(() => null)
      const isClosed = needsOf(needed).includes(right)
      expect({ key, right, isRefused: answer?.body?.code === 'insufficient_rights' }).toEqual({
        key,
        right,
        isRefused: isClosed,
      })
    }
  }
}, 60_000)

test('only a super administrator changes rights, and only those of administrators', async () => {
  const admin = await addAdmin({})
  const user = await app.addUser()
  const permissions = { channel: { write: false } }
  expect((await admin.put('/api/user/', { id: user.id, admin_permissions: permissions })).body.code).toBe(
    'insufficient_rights',
  )
  expect((await app.root.put('/api/user/', { id: user.id, admin_permissions: permissions })).body).toMatchObject({
    code: 'invalid_parameters',
    fields: { admin_permissions: expect.any(String) },
  })
  const unknown = await app.root.put('/api/user/', { id: admin.id, admin_permissions: { channel: { fly: true } } })
  expect(unknown.body.code).toBe('invalid_parameters')
  await app.root.post('/api/user/manage', { id: user.id, action: 'promote' })
  const promoted = await read<User>(app.root, `/api/user/${user.id}`)
  expect(promoted.admin_permissions?.channel?.write).toBe(true)
})

test('rights are shown, audited, and gone with the role', async () => {
  const admin = await addAdmin({ log: { read: false }, user: { balance: false } })
  const own = (await read<User>(admin, '/api/user/self')).permissions?.admin_permissions
  expect([own?.log?.read, own?.user?.balance, own?.user?.write]).toEqual([false, false, true])
  const lines = await read(app.root, `/api/audit/?object_type=user&object_id=${admin.id}`)
  expect(JSON.stringify(lines)).toContain('user.balance')
  await app.root.post('/api/user/manage', { id: admin.id, action: 'demote' })
  expect((await read<User>(app.root, `/api/user/${admin.id}`)).admin_permissions).toBeUndefined()
  await app.root.post('/api/user/manage', { id: admin.id, action: 'promote' })
  expect((await read<User>(app.root, `/api/user/${admin.id}`)).admin_permissions?.log?.read).toBe(true)
})

test('a balance needs its own right in every form', async () => {
  const admin = await addAdmin({ user: { balance: false } })
  const user = await app.addUser()
  const { quota: before } = await read<User>(app.root, `/api/user/${user.id}`)
  const tries = [
    admin.put('/api/user/', { id: user.id, quota: before + 5, quota_loaded: before }),
    admin.put(`/api/user/${user.id}`, { quota: before + 5, quota_loaded: before }),
    admin.post('/api/user/manage', { id: user.id, action: 'add_quota', mode: 'add', value: 5 }),
    admin.post('/api/user/batch/balance', { ids: [user.id], amount: 5, reason: 'x', batch: crypto.randomUUID() }),
    admin.post('/api/user/', { username: 'rich', password: 'correct horse 2', quota: 5 }),
  ]
  for (const { body } of await Promise.all(tries)) expect(body.code).toBe('insufficient_rights')
  expect((await read<User>(app.root, `/api/user/${user.id}`)).quota).toBe(before)
  // A form that sends the balance back unchanged changes nothing.
  const same = { id: user.id, display_name: 'Ada', quota: before, quota_loaded: before }
  expect((await admin.put('/api/user/', same)).body.success).toBe(true)
})

test('an administrator without sensitive writes changes weights, and neither keys nor addresses', async () => {
  const admin = await addAdmin({ channel: { sensitive_write: false } })
  const channel = { type: 1, name: 'one', key: 'sk-one', models: 'gpt-4o', group: 'default', tag: 'eu' }
  const id = await addChannel(channel)
  expect((await admin.put('/api/channel/', { id, weight: 7, type: 1, base_url: '' })).body.success).toBe(true)
  for (const change of [
    { base_url: 'https://other.example', key: 'sk-two' },
    { key: 'sk-two' },
    { type: 14, key: 'sk-two' },
    { param_override: '{"a":1}' },
    { base_url: 'https://other.example' },
  ])
    expect((await admin.put('/api/channel/', { id, ...change })).body.code).toBe('insufficient_rights')
  const overridden = await admin.put('/api/channel/tag', { tag: 'eu', param_override: '{"a":1}' })
  expect(overridden.body.code).toBe('insufficient_rights')
  expect((await admin.put('/api/channel/tag', { tag: 'eu', priority: 3 })).body.success).toBe(true)
  const keysOf = (action: string) => admin.post('/api/channel/multi_key/manage', { channel_id: id, action })
  // The channel has one key, so that there is nothing to list; the right to list it is there.
  expect((await keysOf('get_key_status')).body.code).not.toBe('insufficient_rights')
  expect((await keysOf('delete_disabled_keys')).body.code).toBe('insufficient_rights')
  expect((await app.root.get(`/api/channel/${id}`)).body.data).toMatchObject({ weight: 7, type: 1, priority: 3 })
})

test('overrides are shown to those who may change them, and kept by the others', async () => {
  const param_override = '{"user":"secret-of-two"}'
  const channel = { type: 1, name: 'two', key: 'sk', models: 'gpt-4o', header_override: '{"X-Team":"secret-of-two"}' }
  const id = await addChannel(channel)
  await app.root.put('/api/channel/', { id, param_override })
  await app.root.put('/api/channel/', { id, weight: 3 })
  const technician = await addAdmin({})
  const viewer = await addAdmin({ channel: { sensitive_write: false } })
  const own = await read<Channel>(technician, `/api/channel/${id}`)
  expect(own.param_override).toBe(param_override)
  const echoed = { id, weight: 4, param_override: '', header_override: '' }
  const answers = await Promise.all([
    viewer.get(`/api/channel/${id}`),
    viewer.put('/api/channel/', echoed),
    viewer.get(`/api/channel/${id}/changes`),
    viewer.get(`/api/audit/?object_type=channel&object_id=${id}`),
  ])
  for (const { body } of answers) {
    expect(body.success).toBe(true)
    expect(JSON.stringify(body)).not.toContain('secret-of-two')
  }
  const after = await read<Channel>(app.root, `/api/channel/${id}`)
  expect([after.weight, after.param_override, after.header_override]).toEqual([
    4,
    own.param_override,
    own.header_override,
  ])
})

test('an administrator without billing.write receives masked codes', async () => {
  const [code = ''] = (await app.root.post('/api/redemption/', { name: 'gift', quota: 5, count: 1 })).body
    .data as string[]
  const admin = await addAdmin({ billing: { write: false } })
  for (const path of ['/api/redemption/', '/api/redemption/search?keyword=gift']) {
    const { items } = await read<{ items: { id: number; key: string }[] }>(admin, path)
    expect(items[0]?.key).toMatch(/^.{4}\*+.{4}$/)
    expect((await read<{ key: string }>(admin, `/api/redemption/${items[0]?.id}`)).key).toBe(items[0]?.key ?? '')
  }
  const { items } = await read<{ items: { key: string }[] }>(app.root, '/api/redemption/')
  expect(items[0]?.key).toBe(code)
})

test('routes that reach into several areas need the right of each', async () => {
  const move = { from: 'default', to: 'vip' }
  for (const taken of [{ channel: { write: false } }, { user: { write: false } }, { setting: { write: false } }])
    expect((await (await addAdmin(taken)).post('/api/group/move', move)).body.code).toBe('insufficient_rights')
})

test('switching a channel and changing a balance need their own right alone', async () => {
  const id = await addChannel({ type: 1, name: 'switched', key: 'sk-one', models: 'gpt-4o' })
  const writer = await addAdmin({ channel: { operate: false } })
  expect((await writer.put('/api/channel/', { id, status: 2 })).body.code).toBe('insufficient_rights')
  expect((await writer.put('/api/channel/', { id, weight: 2 })).body.success).toBe(true)
  const user = await app.addUser()
  const banker = await addAdmin({ user: { write: false } })
  const add = { id: user.id, action: 'add_quota', mode: 'add', value: 5 }
  expect((await banker.post('/api/user/manage', add)).body.success).toBe(true)
  expect((await banker.post('/api/user/manage', { id: user.id, action: 'disable' })).body.code).toBe(
    'insufficient_rights',
  )
})

test('what needs an administrator names only what he may see', async () => {
  const id = await addChannel({ type: 1, name: 'old', key: 'sk', models: 'm' })
  await app.root.put('/api/channel/', { id, expired_time: Math.floor(Date.now() / 1_000) + 3_600 })
  const kindsOf = async (client: TestClient) =>
    (await read<DataAttention>(client, '/api/data/attention')).items.map(({ kind }) => kind)
  expect(await kindsOf(await addAdmin({}))).toContain('expiring_channels')
  expect(await kindsOf(await addAdmin({ channel: { read: false } }))).not.toContain('expiring_channels')
})

test('the catalogue lists each right once', async () => {
  const { resources } = await read<RightsCatalog>(await addAdmin({}), '/api/authz/catalog')
  const listed = resources.flatMap(({ resource, actions }) => actions.map(({ action }) => `${resource}.${action}`))
  expect(listed.toSorted()).toEqual([...adminRights].toSorted())
})
