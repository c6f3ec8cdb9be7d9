import { afterAll, beforeAll, expect, test } from 'bun:test'
import { providers } from '../../providers/index.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

let app: TestApp
let admin: TestClient
let user: TestClient
let staff: TestClient

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.addUser({ role: 10 })
  user = await app.addUser()
  staff = await app.addUser({ group: 'svip' })
  const add = (models: string, group: string, more: object = {}) =>
    admin.post('/api/channel/', { name: models, key: 'k', models, group, ...more })
  await add('common', 'default')
  await add('quick', 'vip')
  await add('secret', 'svip')
  await add('off', 'default', { status: 2 })
  await add('old', 'default', { expired_time: 1 })
})
afterAll(() => app.close())

test.each([
  ['/api/models', 401],
  ['/api/user/models', 401],
  ['/api/user/self/groups', 401],
  ['/api/group/', 401],
  ['/api/user/groups', 200],
])('%s without a session is answered with %p', async (path, status) => {
  expect((await app.send(path)).status).toBe(status)
})

test('groups are listed for administrators', async () => {
  expect((await user.get('/api/group/')).body).toMatchObject({ success: false, code: 'insufficient_rights' })
  expect((await admin.get('/api/group/')).body.data).toEqual(['default', 'vip', 'svip'])
})

test('an account sees the groups open to everyone and its own', async () => {
  const names = async (who: TestClient, path: string) => Object.keys((await who.get(path)).body.data as object)
  expect(await names(user, '/api/user/self/groups')).toEqual(['default', 'vip'])
  expect(await names(staff, '/api/user/self/groups')).toEqual(['svip', 'default', 'vip'])
  expect(await names(staff, '/api/user/groups')).toEqual(['default', 'vip'])
  expect((await user.get('/api/user/self/groups')).body.data).toMatchObject({
    default: { ratio: 1, desc: expect.any(String) },
  })
})

test('an account sees the models of enabled, unexpired channels in its groups', async () => {
  expect((await user.get('/api/user/models')).body.data).toEqual(['common', 'quick'])
  expect((await staff.get('/api/user/models')).body.data).toEqual(['common', 'quick', 'secret'])
  for (const path of ['/api/user/models', '/api/user/self/models'])
    for (const [group, models] of [
      ['vip', ['quick']],
      ['svip', []],
      ['unknown', []],
    ] as const)
      expect((await user.get(`${path}?group=${group}`)).body.data).toEqual([...models])
  expect((await admin.get('/api/channel/models_enabled')).body.data).toEqual(['common', 'quick', 'secret'])
})

test('models are offered by channel type', async () => {
  const offered = (await user.get('/api/models')).body.data as Record<string, string[]>
  expect(Object.keys(offered).toSorted()).toEqual(providers.map(({ type }) => String(type)).toSorted())
  expect(offered['1']).toContain('gpt-4o-mini')
})
