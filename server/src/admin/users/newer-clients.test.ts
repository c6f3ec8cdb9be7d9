import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { PagedList } from '@sluice/contract/envelope'
import { balanceMax, type Quota } from '@sluice/contract/quota'
import type { User } from '@sluice/contract/user'
import { auditLedger } from '../../cli/ledger-audit.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

// Requests as management tools of 2026 send them; those of 2025 are in `users.test.ts`.

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.addUser({ role: 10, username: 'admin' })
})
afterAll(() => app.close())

const rowOf = (id: number) =>
  app.store.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const lastLine = () =>
  app.store.db.selectFrom('audit_logs').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

describe('moving a balance', () => {
  const move = (id: number, mode: unknown, value: unknown, by = admin) =>
    by.post('/api/user/manage', { id, action: 'add_quota', mode, value })

  test('adds, subtracts and sets, through the ledger, with a row of the log and a line of the trail', async () => {
    const user = await app.addUser()
    const steps: [string, number, number, string][] = [
      ['add', 1_000_000, 1_000_000, 'Balance raised by an administrator by $2'],
      ['subtract', 250_000, 750_000, 'Balance lowered by an administrator by $0.5'],
      ['override', 500_000, 500_000, 'Balance set by an administrator to $1'],
      ['subtract', 500_000, 0, 'Balance lowered by an administrator by $1'],
      ['override', -250_000, -250_000, 'Balance set by an administrator to -$0.5'],
      ['override', 0, 0, 'Balance set by an administrator to $0'],
    ]
    let before = 0
    for (const [mode, value, after] of steps) {
      expect((await move(user.id, mode, value)).body).toMatchObject({
        success: true,
        data: { id: 0, role: 1, status: 1 },
      })
      expect(await app.ledger.balanceOf(user.id)).toBe(after as Quota)
      const line = await lastLine()
      expect(line).toMatchObject({ action: 'user.quota', actor_id: admin.id, object_id: String(user.id) })
      expect(JSON.parse(line.before ?? '')).toEqual({ quota: before })
      expect(JSON.parse(line.after ?? '')).toEqual({ quota: after, mode, value })
      before = after
    }
    const { body } = await user.get('/api/log/self?p=1&page_size=100&type=3')
    const rows = (body.data as PagedList<{ content: string }>).items
    expect(rows.map(({ content }) => content).reverse()).toEqual(steps.map(([, , , text]) => text))
    expect((await auditLedger(app.store)).findings).toEqual([])
  })

  test('takes at most the balance less open holds', async () => {
    const user = await app.addUser()
    await move(user.id, 'add', 1_000)
    const call = { ref: 'open', userId: user.id, tokenId: null, amount: 400 as Quota }
    const held = await app.ledger.reserve(call)
    if (!held.ok) throw new Error('not held')
    const refused = await move(user.id, 'subtract', 601)
    expect(refused.body).toMatchObject({ success: false, code: 'invalid_parameters' })
    expect(refused.body.fields).toEqual({ value: 'must not be more than 600' })
    expect((await move(user.id, 'subtract', 600)).body.success).toBe(true)
    await held.reservation.release(null)
    expect(await app.ledger.balanceOf(user.id)).toBe(400 as Quota)
    await move(user.id, 'override', -5)
    expect((await move(user.id, 'subtract', 1)).body.fields).toEqual({ value: 'must not be more than 0' })
  })

  test('requests at the same moment are all counted, and the last one that sets wins', async () => {
    const user = await app.addUser()
    await Promise.all(Array.from({ length: 10 }, () => move(user.id, 'add', 100)))
    expect(await app.ledger.balanceOf(user.id)).toBe(1_000 as Quota)
    const taken = await Promise.all(Array.from({ length: 10 }, () => move(user.id, 'subtract', 300)))
    expect(taken.filter(({ body }) => body.success)).toHaveLength(3)
    expect(await app.ledger.balanceOf(user.id)).toBe(100 as Quota)
    const values = [7_000, 8_000, 9_000]
    await Promise.all(values.map((value) => move(user.id, 'override', value)))
    expect(values).toContain(await app.ledger.balanceOf(user.id))
    expect((await auditLedger(app.store)).findings).toEqual([])
  })

  test.each([
    ['no mode', undefined, 5, 'mode'],
    ['an unknown mode', 'double', 5, 'mode'],
    ['no value', 'add', undefined, 'value'],
    ['adding nothing', 'add', 0, 'value'],
    ['adding less than nothing', 'add', -5, 'value'],
    ['subtracting nothing', 'subtract', 0, 'value'],
    ['a fraction', 'override', 0.5, 'value'],
    ['a text', 'add', '5', 'value'],
    ['more than a number can hold', 'add', Number.MAX_SAFE_INTEGER, 'value'],
    ['adding more than a balance can hold', 'add', balanceMax, 'value'],
    ['setting more than a balance can hold', 'override', balanceMax + 1, 'value'],
  ])('%s is refused', async (_, mode, value, field) => {
    const user = await app.addUser()
    await move(user.id, 'override', 1)
    const { status, body } = await move(user.id, mode, value)
    expect({ status, success: body.success, code: body.code }).toEqual({
      ...{ status: 200, success: false, code: 'invalid_parameters' },
    })
    expect(body.fields).toHaveProperty(field)
    expect(await app.ledger.balanceOf(user.id)).toBe(1 as Quota)
  })

  test('is for accounts of a lower level that are there', async () => {
    const peer = await app.addUser({ role: 10 })
    expect((await move(peer.id, 'add', 5)).body.code).toBe('user_out_of_reach')
    expect((await move(99_999, 'add', 5)).body.code).toBe('not_found')
    const user = await app.addUser()
    expect((await move(user.id, 'add', 5, user)).body.code).toBe('insufficient_rights')
    expect((await move(peer.id, 'add', 5, app.root)).body.success).toBe(true)
    await admin.delete(`/api/user/${user.id}`)
    expect((await move(user.id, 'add', 5)).body.code).toBe('not_found')
  })
})

describe('bindings', () => {
  const remove = (id: number, type: string, by = admin) => by.delete(`/api/user/${id}/bindings/${type}`)
  const addBound = async () => {
    const user = await app.addUser()
    const bound = {
      ...{ email: `u${user.id}@example.org`, github_id: `g${user.id}`, oidc_id: `o${user.id}` },
      ...{ wechat_id: `w${user.id}`, telegram_id: `t${user.id}`, linux_do_id: `l${user.id}` },
    }
    await app.store.db.updateTable('users').set(bound).where('id', '=', user.id).execute()
    return user
  }

  test.each([
    ['email', 'email'],
    ['github', 'github_id'],
    ['oidc', 'oidc_id'],
    ['wechat', 'wechat_id'],
    ['telegram', 'telegram_id'],
    ['linuxdo', 'linux_do_id'],
  ] as const)('%s is removed, it alone, and sessions end', async (type, column) => {
    const user = await addBound()
    const before = await rowOf(user.id)
    expect((await remove(user.id, type)).body.success).toBe(true)
    expect(await rowOf(user.id)).toEqual({ ...before, [column]: null })
    expect((await user.get('/api/user/self')).status).toBe(401)
    expect(await lastLine()).toMatchObject({
      ...{ action: 'user.unbind', actor_id: admin.id, object_id: String(user.id) },
      before: JSON.stringify({ binding: type }),
    })
    const { id } = await lastLine()
    expect((await remove(user.id, type)).body.success).toBe(true)
    expect((await lastLine()).id).toBe(id)
  })

  test('the only way into an account stays', async () => {
    const user = await addBound()
    await app.root.put('/api/option/', { key: 'GitHubClientId', value: 'id' })
    await app.root.put('/api/option/', { key: 'GitHubClientSecret', value: 'secret' })
    await app.root.put('/api/option/', { key: 'GitHubOAuthEnabled', value: 'true' })
    await app.store.db.updateTable('users').set({ password_hash: '' }).where('id', '=', user.id).execute()
    const { id } = await lastLine()
    expect((await remove(user.id, 'github')).body.code).toBe('only_way_in')
    expect((await rowOf(user.id)).github_id).not.toBeNull()
    expect((await lastLine()).id).toBe(id)
    expect((await remove(user.id, 'email')).body.success).toBe(true)
  })

  test('other kinds, other accounts and the own one are refused', async () => {
    const [user, peer] = [await addBound(), await app.addUser({ role: 10 })]
    expect((await remove(user.id, 'discord')).body.fields).toHaveProperty('binding_type')
    expect((await remove(peer.id, 'email')).body.code).toBe('user_out_of_reach')
    expect((await remove(99_999, 'email')).body.code).toBe('not_found')
    expect((await remove(app.root.id, 'email', app.root)).body.code).toBe('invalid_parameters')
    expect((await remove(user.id, 'email', user)).body.code).toBe('insufficient_rights')
    expect((await rowOf(user.id)).email).not.toBeNull()
  })
})

test('accounts with an authenticator in force are counted', async () => {
  const stats = async () => (await admin.get('/api/user/2fa/stats')).body.data
  const { total_users: total } = (await stats()) as { total_users: number }
  expect(await stats()).toEqual({ total_users: total, enabled_users: 0, enabled_rate: '0.0%' })
  const [on, pending, gone] = [await app.addUser(), await app.addUser(), await app.addUser()]
  const factor = (user_id: number, confirmed_at: number | null) => ({
    ...{ user_id, secret_box: 'x', last_step: 0, confirmed_at },
  })
  const factors = [factor(on.id, 5), factor(pending.id, null), factor(gone.id, 5)]
  await app.store.db.insertInto('authenticators').values(factors).execute()
  await app.store.db.updateTable('users').set({ deleted_at: 5 }).where('id', '=', gone.id).execute()
  const rate = `${(100 / (total + 2)).toFixed(1)}%`
  expect(await stats()).toEqual({ total_users: total + 2, enabled_users: 1, enabled_rate: rate })
})

test('lists are sorted and narrowed as newer consoles ask', async () => {
  const add = async (username: string, role: 1 | 10) => (await app.addUser({ username, role })).id
  const [b, a, c] = [await add('sort b', 1), await add('sort a', 10), await add('sort c', 1)]
  await app.store.db.updateTable('users').set({ status: 2 }).where('id', '=', b).execute()
  await app.root.delete(`/api/user/${c}`)
  const found = async (query: string) => {
    const { data } = (await admin.get(`/api/user/search?keyword=sort&p=1&page_size=10&${query}`)).body
    return (data as PagedList<User>).items.map(({ id }) => id)
  }
  expect(await found('sort_by=username&sort_order=asc')).toEqual([a, b])
  expect(await found('sort_by=username&sort_order=desc')).toEqual([b, a])
  expect(await found('sort_by=last_login_at&sort_order=asc')).toEqual([b, a])
  expect(await found('sort_by=&sort_order=')).toEqual([a, b])
  expect(await found('role=10')).toEqual([a])
  expect(await found('status=2')).toEqual([b])
  expect(await found('role=&status=0')).toEqual([a, b])
  const list = async (query: string) => (await admin.get(`/api/user/?${query}`)).body.data as PagedList<User>
  expect((await list('sort_by=id&sort_order=asc&page_size=1')).items[0]?.id).toBe(app.root.id)
  const deleted = (await admin.get('/api/user/search?status=-1&page_size=100')).body.data as PagedList<User>
  expect(deleted.items.map(({ id }) => id)).toContain(c)
  expect(deleted.items.every(({ DeletedAt }) => DeletedAt !== null)).toBe(true)
  const all = await list('sort_by=quota&page_size=100')
  expect(all.items.map(({ quota }) => quota)).toEqual(all.items.map(({ quota }) => quota).sort((x, y) => y - x))
})

test('tools for One API list the accounts as a whole and name an account to delete', async () => {
  const user = await app.addUser({ username: 'toolmade' })
  const list = async (path: string) => (await admin.get(path)).body.data
  expect(await list('/api/user')).toContainEqual(expect.objectContaining({ username: 'toolmade' }))
  expect(await list('/api/user/')).toMatchObject({ items: expect.any(Array), page: 1 })
  expect(await list('/api/user?page=1&limit=10')).toMatchObject({ items: expect.any(Array), page: 1 })
  const byName = (username: string) => admin.post('/api/user/manage', { username, action: 'delete' })
  expect((await byName('no such name')).body.code).toBe('not_found')
  expect((await admin.post('/api/user/manage', { action: 'delete' })).body.fields).toHaveProperty('id')
  expect((await byName('toolmade')).body.success).toBe(true)
  expect((await rowOf(user.id)).deleted_at).not.toBeNull()
})

test('an account is changed and managed by its address', async () => {
  const user = await app.addUser({ username: 'addressed' })
  expect((await admin.put(`/api/user/${user.id}`, { id: 1, group: 'vip' })).body.success).toBe(true)
  expect(await rowOf(user.id)).toMatchObject({ username: 'addressed', group_name: 'vip' })
  expect((await admin.put(`/api/user/${app.root.id}`, { group: 'vip' })).body.code).toBe('user_out_of_reach')
  expect((await admin.post(`/api/user/${user.id}`, { action: 'add_quota' })).body.success).toBe(false)
  expect((await admin.post(`/api/user/${user.id}`, { action: 'disable' })).body.data).toMatchObject({
    status: 2,
  })
  expect((await user.post(`/api/user/${app.root.id}`, { action: 'delete' })).body.success).toBe(false)
  expect((await admin.post(`/api/user/${user.id}`, { action: 'delete' })).body.success).toBe(true)
  expect((await rowOf(user.id)).deleted_at).not.toBeNull()
})
