import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type AdminRole, adminRoleLimits } from '@sluice/contract/admin-role'
import { roles } from '@sluice/contract/roles'
import type { RightsCatalog } from '@sluice/contract/routes/rights'
import type { User } from '@sluice/contract/user'
import { createManualClock } from '../../platform/test-clock.ts'
import { engines } from '../../store/test-databases.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

describe.each(engines)('$name', (engine) => {
  const clock = createManualClock()
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ clock, engine })
  })
  afterAll(() => app.close())

  const read = async <T>(path: string): Promise<T> => (await app.root.get(path)).body.data as T
  let made = 0
  const add = async (permissions: object, name = `role ${++made}`) =>
    (await app.root.post('/api/authz/roles', { name, permissions })).body
  const addRole = async (permissions: object) => (await add(permissions)).data as AdminRole
  const give = async (admin: { id: number }, role: number, more: object = {}) =>
    (await app.root.put('/api/user/', { id: admin.id, admin_role_id: role, ...more })).body
  async function addHolder(role: number): Promise<TestClient> {
    const admin = await app.addUser({ role: roles.admin })
    expect(await give(admin, role)).toMatchObject({ success: true })
    return admin
  }
  const codeOf = async (client: TestClient, path: string) => (await client.get(path)).body.code
  const userOf = (id: number) => read<User>(`/api/user/${id}`)

  test('a changed role changes its holders at once, on every node', async () => {
    const role = await addRole({ log: { read: false } })
    const admin = await addHolder(role.id)
    expect([await codeOf(admin, '/api/log/'), await codeOf(admin, '/api/audit/')]).toEqual([
      'insufficient_rights',
      undefined,
    ])
    const told: unknown[] = []
    const stop = app.state.subscribe((change) => told.push(change))
    const changed = await app.root.put(`/api/authz/roles/${role.id}`, {
      name: 'auditors only',
      permissions: { log: { read: true }, audit: { read: false } },
    })
    stop()
    expect(changed.body.data).toMatchObject({ name: 'auditors only', holders: 1, permissions: { log: { read: true } } })
    expect(told).toContainEqual({ kind: 'user', id: admin.id })
    expect([await codeOf(admin, '/api/log/'), await codeOf(admin, '/api/audit/')]).toEqual([
      undefined,
      'insufficient_rights',
    ])
    const { items } = await read<{ items: { after: string }[] }>(`/api/audit/?object_type=role&object_id=${role.id}`)
    expect(items.map(({ after }) => JSON.parse(after))).toEqual([
      { name: 'auditors only', withheld_rights: ['audit.read'], holders: [admin.id] },
      { name: role.name, withheld_rights: ['log.read'] },
    ])
  })

  test('a role with holders stays; without one it can go', async () => {
    const role = await addRole({ setting: { write: false } })
    const admin = await addHolder(role.id)
    const remove = () => app.root.delete(`/api/authz/roles/${role.id}`)
    expect((await remove()).body).toMatchObject({ code: 'role_has_holders', params: { holders: 1 } })
    expect(await give(admin, 0)).toMatchObject({ success: true })
    // The rights stay as its own.
    expect(await userOf(admin.id)).toMatchObject({ admin_role_id: 0, admin_permissions: { setting: { write: false } } })
    expect((await remove()).body.success).toBe(true)
    expect((await remove()).body.code).toBe('not_found')
    expect(await give(admin, role.id)).toMatchObject({
      code: 'invalid_parameters',
      fields: { admin_role_id: expect.any(String) },
    })
  })

  test('rights of its own end the role of an account, unless they are those of the role', async () => {
    const role = await addRole({ billing: { write: false } })
    const admin = await addHolder(role.id)
    const { admin_permissions } = await userOf(admin.id)
    await app.root.put('/api/user/', { id: admin.id, admin_permissions })
    expect((await userOf(admin.id)).admin_role_id).toBe(role.id)
    await app.root.put('/api/user/', { id: admin.id, admin_permissions: { audit: { read: false } } })
    expect(await userOf(admin.id)).toMatchObject({
      admin_role_id: 0,
      admin_permissions: { audit: { read: false }, billing: { write: false } },
    })
  })

  test('a new administrator starts with a role, and loses it with the level', async () => {
    const role = await addRole({ channel: { write: false } })
    const body = { username: 'starter', password: 'correct horse 2', role: roles.admin, admin_role_id: role.id }
    const { id } = (await app.root.post('/api/user/', body)).body.data as { id: number }
    const held = { admin_role_id: role.id, admin_permissions: { channel: { write: false, sensitive_write: false } } }
    expect(await userOf(id)).toMatchObject(held)
    await app.root.post('/api/user/manage', { id, action: 'demote' })
    await app.root.post('/api/user/manage', { id, action: 'promote' })
    expect(await userOf(id)).toMatchObject({ admin_role_id: 0, admin_permissions: { channel: { write: true } } })
    const wrong = { ...body, username: 'ordinary', role: roles.user }
    expect((await app.root.post('/api/user/', wrong)).body.code).toBe('invalid_parameters')
    const unknown = { ...body, username: 'unknown', admin_role_id: 99_999 }
    expect((await app.root.post('/api/user/', unknown)).body.fields).toHaveProperty('admin_role_id')
  })

  test('only the super administrator has roles to give, and shortly after a proof', async () => {
    const role = await addRole({})
    const admin = await app.addUser({ role: roles.admin })
    const other = await app.addUser({})
    const given = await admin.put('/api/user/', { id: other.id, admin_role_id: role.id })
    expect(given.body.code).toBe('insufficient_rights')
    expect(await codeOf(admin, '/api/authz/roles')).toBe('insufficient_rights')
    const late = await app.addUser({ role: roles.root })
    clock.advance(11 * 60_000)
    const path = `/api/authz/roles/${role.id}`
    const tries = [
      late.post('/api/authz/roles', { name: 'late', permissions: {} }),
      late.put(path, { name: 'late' }),
      late.delete(path),
      late.put('/api/user/', { id: admin.id, admin_role_id: role.id }),
      late.put('/api/user/', { id: admin.id, admin_permissions: { log: { read: false } } }),
    ]
    for (const { body } of await Promise.all(tries)) expect(body.code).toBe('owner_proof_required')
    expect((await late.put('/api/user/', { id: admin.id, display_name: 'Bo', admin_role_id: 0 })).body.success).toBe(
      true,
    )
  })
})

describe('the list', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  const post = (body: object) => app.root.post('/api/authz/roles', body)

  test('a name is there once, and is in the catalogue', async () => {
    expect((await post({ name: ' Night shift ', permissions: { log: { read: false } } })).body.success).toBe(true)
    expect((await post({ name: 'Night shift', permissions: {} })).body).toMatchObject({
      code: 'name_taken',
      fields: { name: expect.any(String) },
    })
    for (const body of [
      { name: '', permissions: {} },
      { name: 'x' },
      { name: 'x', permissions: { log: { fly: true } } },
    ])
      expect((await post(body)).body.code).toBe('invalid_parameters')
    const { roles: listed } = (await app.root.get('/api/authz/catalog')).body.data as RightsCatalog
    expect(listed.map(({ name, built_in }) => [name, built_in])).toEqual([
      ['Super administrator', true],
      ['Administrator', true],
      ['Night shift', false],
    ])
    expect(listed.at(-1)?.grants.log?.read).toBe(false)
  })

  test('there is a maximum', async () => {
    const rows = Array.from({ length: adminRoleLimits.roles - 1 }, (_, index) => ({
      name: `many ${index}`,
      withheld_rights: 0,
      created_at: 1,
      updated_at: 1,
    }))
    await app.store.db.insertInto('admin_roles').values(rows).execute()
    expect((await post({ name: 'one more', permissions: {} })).body).toMatchObject({ code: 'too_many_roles' })
    expect((await app.root.get('/api/authz/roles')).body.data).toHaveLength(adminRoleLimits.roles)
  })
})
