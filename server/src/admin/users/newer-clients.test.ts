import { beforeAll, describe, expect, test } from 'bun:test'
import type { PagedList } from '@sluice/contract/envelope'
import { balanceMax, type Quota } from '@sluice/contract/quota'
import type { User } from '@sluice/contract/user'
import { forTests } from '../../../test/for-tests.ts'
import { auditLedger } from '../../cli/ledger-audit.ts'
import { startTestApp, type TestClient } from '../test-app.ts'

// The requests that management tools of 2026 send; those of 2025 are in `users.test.ts`.

const app = forTests(startTestApp)
let admin: TestClient
beforeAll(async () => {
  admin = await app.addUser({ role: 10, username: 'admin' })
})

const readRow = (id: number) =>
  app.store.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const readLastAuditLine = () =>
  app.store.db.selectFrom('audit_logs').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

describe('changing a balance', () => {
  const changeBalance = (id: number, mode: unknown, value: unknown, client = admin) =>
    client.post('/api/user/manage', { id, action: 'add_quota', mode, value })

  test('adds, subtracts and sets through the ledger, with a usage log row and an audit line', async () => {
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
      expect((await changeBalance(user.id, mode, value)).body).toMatchObject({
        success: true,
        data: { id: 0, role: 1, status: 1 },
      })
      expect(await app.ledger.balanceOf(user.id)).toBe(after as Quota)
      const line = await readLastAuditLine()
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

  test('subtracts at most the balance less open reservations', async () => {
    const user = await app.addUser()
    await changeBalance(user.id, 'add', 1_000)
    const request = { ref: 'open', userId: user.id, tokenId: null, amount: 400 as Quota }
    const reserved = await app.ledger.reserve(request)
    if (!reserved.ok) throw new Error('not reserved')
    const refused = await changeBalance(user.id, 'subtract', 601)
    expect(refused.body).toMatchObject({ success: false, code: 'invalid_parameters' })
    expect(refused.body.fields).toEqual({ value: expect.stringContaining('so it would become a debt') })
    expect((await changeBalance(user.id, 'subtract', 600)).body.success).toBe(true)
    await reserved.reservation.release(null)
    expect(await app.ledger.balanceOf(user.id)).toBe(400 as Quota)
    await changeBalance(user.id, 'override', -5)
    expect((await changeBalance(user.id, 'subtract', 1)).body.fields).toEqual({
      value: expect.stringContaining('so it would become a debt'),
    })
  })

  test('applies all parallel requests, and the last override remains', async () => {
    const user = await app.addUser()
    await Promise.all(Array.from({ length: 10 }, () => changeBalance(user.id, 'add', 100)))
    expect(await app.ledger.balanceOf(user.id)).toBe(1_000 as Quota)
    const subtractions = await Promise.all(Array.from({ length: 10 }, () => changeBalance(user.id, 'subtract', 300)))
    expect(subtractions.filter(({ body }) => body.success)).toHaveLength(3)
    expect(await app.ledger.balanceOf(user.id)).toBe(100 as Quota)
    const values = [7_000, 8_000, 9_000]
    await Promise.all(values.map((value) => changeBalance(user.id, 'override', value)))
    expect(values).toContain(await app.ledger.balanceOf(user.id))
    expect((await auditLedger(app.store)).findings).toEqual([])
  })

  test.each([
    ['no mode', undefined, 5, 'mode'],
    ['an unknown mode', 'double', 5, 'mode'],
    ['no value', 'add', undefined, 'value'],
    ['adding 0', 'add', 0, 'value'],
    ['adding a negative value', 'add', -5, 'value'],
    ['subtracting 0', 'subtract', 0, 'value'],
    ['a fraction', 'override', 0.5, 'value'],
    ['a text', 'add', '5', 'value'],
    ['the largest exact number', 'add', Number.MAX_SAFE_INTEGER, 'value'],
    ['adding more than the maximum balance', 'add', balanceMax, 'value'],
    ['setting more than the maximum balance', 'override', balanceMax + 1, 'value'],
  ])('%s is refused', async (_, mode, value, field) => {
    const user = await app.addUser()
    await changeBalance(user.id, 'override', 1)
    const { status, body } = await changeBalance(user.id, mode, value)
    expect({ status, success: body.success, code: body.code }).toEqual({
      status: 200,
      success: false,
      code: 'invalid_parameters',
    })
    expect(body.fields).toHaveProperty(field)
    expect(await app.ledger.balanceOf(user.id)).toBe(1 as Quota)
  })

  test('is allowed for existing accounts of a lower role', async () => {
    const peer = await app.addUser({ role: 10 })
    expect((await changeBalance(peer.id, 'add', 5)).body.code).toBe('user_out_of_reach')
    expect((await changeBalance(99_999, 'add', 5)).body.code).toBe('not_found')
    const user = await app.addUser()
    expect((await changeBalance(user.id, 'add', 5, user)).body.code).toBe('insufficient_rights')
    expect((await changeBalance(peer.id, 'add', 5, app.root)).body.success).toBe(true)
    await admin.delete(`/api/user/${user.id}`)
    expect((await changeBalance(user.id, 'add', 5)).body.code).toBe('not_found')
  })
})

describe('bindings', () => {
  const remove = (id: number, type: string, client = admin) => client.delete(`/api/user/${id}/bindings/${type}`)
  const addBound = async () => {
    const user = await app.addUser()
    const bound = {
      email: `u${user.id}@example.org`,
      github_id: `g${user.id}`,
      oidc_id: `o${user.id}`,
      wechat_id: `w${user.id}`,
      telegram_id: `t${user.id}`,
      linux_do_id: `l${user.id}`,
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
  ] as const)('only %s is removed, and sessions end', async (type, column) => {
    const user = await addBound()
    const before = await readRow(user.id)
    expect((await remove(user.id, type)).body.success).toBe(true)
    expect(await readRow(user.id)).toEqual({ ...before, [column]: null })
    expect((await user.get('/api/user/self')).status).toBe(401)
    expect(await readLastAuditLine()).toMatchObject({
      action: 'user.unbind',
      actor_id: admin.id,
      object_id: String(user.id),
      before: JSON.stringify({ binding: type }),
    })
    const { id } = await readLastAuditLine()
    expect((await remove(user.id, type)).body.success).toBe(true)
    expect((await readLastAuditLine()).id).toBe(id)
  })

  test('the only way to sign in is not removed', async () => {
    const user = await addBound()
    await app.root.put('/api/option/', { key: 'GitHubClientId', value: 'id' })
    await app.root.put('/api/option/', { key: 'GitHubClientSecret', value: 'secret' })
    await app.root.put('/api/option/', { key: 'GitHubOAuthEnabled', value: 'true' })
    await app.store.db.updateTable('users').set({ password_hash: '' }).where('id', '=', user.id).execute()
    const { id } = await readLastAuditLine()
    expect((await remove(user.id, 'github')).body.code).toBe('only_way_in')
    expect((await readRow(user.id)).github_id).not.toBeNull()
    expect((await readLastAuditLine()).id).toBe(id)
    expect((await remove(user.id, 'email')).body.success).toBe(true)
  })

  test('unknown kinds, accounts out of reach and the own account are refused', async () => {
    const [user, peer] = [await addBound(), await app.addUser({ role: 10 })]
    expect((await remove(user.id, 'discord')).body.fields).toHaveProperty('binding_type')
    expect((await remove(peer.id, 'email')).body.code).toBe('user_out_of_reach')
    expect((await remove(99_999, 'email')).body.code).toBe('not_found')
    expect((await remove(app.root.id, 'email', app.root)).body.code).toBe('invalid_parameters')
    expect((await remove(user.id, 'email', user)).body.code).toBe('insufficient_rights')
    expect((await readRow(user.id)).email).not.toBeNull()
  })
})

test('accounts with a confirmed authenticator are counted', async () => {
  const readStats = async () => (await admin.get('/api/user/2fa/stats')).body.data
  const { total_users: total } = (await readStats()) as { total_users: number }
  expect(await readStats()).toEqual({ total_users: total, enabled_users: 0, enabled_rate: '0.0%' })
  const [confirmed, pending, deleted] = [await app.addUser(), await app.addUser(), await app.addUser()]
  const factor = (user_id: number, confirmed_at: number | null) => ({
    user_id,
    secret_box: 'x',
    last_step: 0,
    confirmed_at,
  })
  const factors = [factor(confirmed.id, 5), factor(pending.id, null), factor(deleted.id, 5)]
  await app.store.db.insertInto('authenticators').values(factors).execute()
  await app.store.db.updateTable('users').set({ deleted_at: 5 }).where('id', '=', deleted.id).execute()
  const rate = `${(100 / (total + 2)).toFixed(1)}%`
  expect(await readStats()).toEqual({ total_users: total + 2, enabled_users: 1, enabled_rate: rate })
})

test('lists are sorted and filtered by the parameters of newer consoles', async () => {
  const add = async (username: string, role: 1 | 10) => (await app.addUser({ username, role })).id
  const [b, a, c] = [await add('sort b', 1), await add('sort a', 10), await add('sort c', 1)]
  await app.store.db.updateTable('users').set({ status: 2 }).where('id', '=', b).execute()
  await app.root.delete(`/api/user/${c}`)
  const searchIds = async (query: string) => {
    const { data } = (await admin.get(`/api/user/search?keyword=sort&p=1&page_size=10&${query}`)).body
    return (data as PagedList<User>).items.map(({ id }) => id)
  }
  expect(await searchIds('sort_by=username&sort_order=asc')).toEqual([a, b])
  expect(await searchIds('sort_by=username&sort_order=desc')).toEqual([b, a])
  expect(await searchIds('sort_by=last_login_at&sort_order=asc')).toEqual([b, a])
  expect(await searchIds('sort_by=&sort_order=')).toEqual([a, b])
  expect(await searchIds('role=10')).toEqual([a])
  expect(await searchIds('status=2')).toEqual([b])
  expect(await searchIds('role=&status=0')).toEqual([a, b])
  const list = async (query: string) => (await admin.get(`/api/user/?${query}`)).body.data as PagedList<User>
  expect((await list('sort_by=id&sort_order=asc&page_size=1')).items[0]?.id).toBe(app.root.id)
  const deletedPage = (await admin.get('/api/user/search?status=-1&page_size=100')).body.data as PagedList<User>
  expect(deletedPage.items.map(({ id }) => id)).toContain(c)
  expect(deletedPage.items.every(({ DeletedAt }) => DeletedAt !== null)).toBe(true)
  const all = await list('sort_by=quota&page_size=100')
  expect(all.items.map(({ quota }) => quota)).toEqual(all.items.map(({ quota }) => quota).sort((x, y) => y - x))
})

test('tools for One API list all accounts in an array, and delete an account by name', async () => {
  const user = await app.addUser({ username: 'toolmade' })
  const list = async (path: string) => (await admin.get(path)).body.data
  expect(await list('/api/user')).toContainEqual(expect.objectContaining({ username: 'toolmade' }))
  expect(await list('/api/user/')).toMatchObject({ items: expect.any(Array), page: 1 })
  expect(await list('/api/user?page=1&limit=10')).toMatchObject({ items: expect.any(Array), page: 1 })
  const deleteByName = (username: string) => admin.post('/api/user/manage', { username, action: 'delete' })
  expect((await deleteByName('no such name')).body.code).toBe('not_found')
  expect((await admin.post('/api/user/manage', { action: 'delete' })).body.fields).toHaveProperty('id')
  expect((await deleteByName('toolmade')).body.success).toBe(true)
  expect((await readRow(user.id)).deleted_at).not.toBeNull()
})

test('an account is changed and managed by the id in the path', async () => {
  const user = await app.addUser({ username: 'addressed' })
  expect((await admin.put(`/api/user/${user.id}`, { id: 1, group: 'vip' })).body.success).toBe(true)
  expect(await readRow(user.id)).toMatchObject({ username: 'addressed', group_name: 'vip' })
  expect((await admin.put(`/api/user/${app.root.id}`, { group: 'vip' })).body.code).toBe('user_out_of_reach')
  expect((await admin.post(`/api/user/${user.id}`, { action: 'add_quota' })).body.success).toBe(false)
  expect((await admin.post(`/api/user/${user.id}`, { action: 'disable' })).body.data).toMatchObject({
    status: 2,
  })
  expect((await user.post(`/api/user/${app.root.id}`, { action: 'delete' })).body.success).toBe(false)
  expect((await admin.post(`/api/user/${user.id}`, { action: 'delete' })).body.success).toBe(true)
  expect((await readRow(user.id)).deleted_at).not.toBeNull()
})
