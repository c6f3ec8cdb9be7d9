import { beforeAll, describe, expect, test } from 'bun:test'
import type { PagedList } from '@sluice/contract/envelope'
import { balanceMax, quota } from '@sluice/contract/quota'
import type { ManageAction, User } from '@sluice/contract/user'
import { forTests } from '../../../test/for-tests.ts'
import { auditLedger } from '../../cli/ledger-audit.ts'
import { messagePhase, planMessage } from '../../store/task-messages.ts'
import { readAnswer, startTestApp, type TestClient, testPassword } from '../test-app.ts'

const app = forTests(startTestApp)
let admin: TestClient
beforeAll(async () => {
  admin = await app.addUser({ role: 10, username: 'admin' })
})

const manage = (client: TestClient, id: number, action: ManageAction) => client.post('/api/user/manage', { id, action })
const readRow = (id: number) =>
  app.store.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const signIn = async (username: string, password = testPassword) =>
  await readAnswer(await app.send('/api/user/login', { method: 'POST', body: JSON.stringify({ username, password }) }))
const readLastAuditLine = async (action: string) => {
  const { body } = await app.root.get(`/api/audit/?action=${action}&page_size=1`)
  const [line] = (body.data as PagedList<Record<string, unknown>>).items
  return {
    ...line,
    before: JSON.parse(String(line?.before ?? 'null')),
    after: JSON.parse(String(line?.after ?? 'null')),
  }
}

describe('lists', () => {
  const list = async (path: string) => (await admin.get(path)).body.data as PagedList<User>

  test('show pages of accounts, newest first, including deleted ones', async () => {
    const made = []
    for (let count = 0; count < 12; count++) made.push(await app.addUser({}))
    await admin.delete(`/api/user/${made[11]?.id}`)
    const first = await list('/api/user/?p=0&page_size=5')
    expect(first).toMatchObject({ page: 1, page_size: 5 })
    expect(first.items.map((user) => user.id)).toEqual(
      made
        .slice(7)
        .map((user) => user.id)
        .reverse(),
    )
    expect(first.items[0]?.DeletedAt).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect(first.items[1]?.DeletedAt).toBeNull()
    const second = await list('/api/user/?p=2&page_size=5')
    expect(second.items[0]?.id).toBe(made[6]?.id ?? 0)
    expect(second.total).toBe(first.total)
    expect((await list('/api/user/')).items).toHaveLength(10)
    expect((await list('/api/user/?page_size=1000')).page_size).toBe(100)
    expect((await list('/api/user/?page_size=-1')).page_size).toBe(10)
  })

  test('find accounts by id, name, mail address, display name or group', async () => {
    const user = await app.addUser({ username: 'q%_x', group: 'vip' })
    await app.store.db
      .updateTable('users')
      .set({ email: 'needle@example.org', display_name: 'Some One' })
      .where('id', '=', user.id)
      .execute()
    const searchIds = async (query: string) => (await list(`/api/user/search?${query}`)).items.map(({ id }) => id)
    for (const keyword of [String(user.id), '%25_', 'NEEDLE@', 'some%20one'])
      expect(await searchIds(`keyword=${keyword}`)).toContain(user.id)
    expect(await searchIds('keyword=%25_')).toEqual([user.id])
    expect(await searchIds('keyword=needle&group=default')).toEqual([])
    expect(await searchIds('group=vip')).toEqual([user.id])
    expect((await searchIds('keyword=')).length).toBe(10)
  })

  test('never show secrets of others, not even to the super administrator', async () => {
    const victim = await app.addUser({ username: 'victim' })
    const setting = '{"webhook_url":"https://hooks.example/T0KEN","webhook_secret_box":"v1.abc"}'
    const changes = { github_id: '12345', telegram_id: '777', access_token_hash: 'h4sh', setting }
    await app.store.db.updateTable('users').set(changes).where('id', '=', victim.id).execute()
    await app.root.post('/api/user/token')
    for (const path of ['/api/user/?page_size=100', '/api/user/search?keyword=victim', `/api/user/${victim.id}`]) {
      const { body } = await admin.get(path)
      const text = JSON.stringify(body)
      for (const secret of ['12345', '777', 'h4sh', 'T0KEN', 'argon2', 'v1.abc']) expect(text).not.toContain(secret)
    }
    expect((await admin.get(`/api/user/${victim.id}`)).body.data).toMatchObject({
      access_token: null,
      github_id: null,
      oidc_id: null,
      password: '',
      setting: '{}',
      bound: ['github_id', 'telegram_id'],
    })
  })
})

describe('management by role', () => {
  const actions: ManageAction[] = ['disable', 'enable', 'promote', 'demote', 'delete']

  test('ordinary accounts and requests without a session are refused', async () => {
    const user = await app.addUser({})
    const other = await app.addUser({})
    const requests = [
      ['GET', '/api/user/'],
      ['GET', '/api/user/search'],
      ['GET', `/api/user/${other.id}`],
      ['POST', '/api/user/', { username: 'x', password: testPassword }],
      ['PUT', '/api/user/', { id: other.id, display_name: 'x' }],
      ['POST', '/api/user/manage', { id: other.id, action: 'disable' }],
      ['DELETE', `/api/user/${other.id}`],
    ] as const
    for (const [method, path, body] of requests) {
      expect((await user.request(method, path, body)).body.code).toBe('insufficient_rights')
      expect((await app.send(path, { method })).status).toBe(401)
    }
    expect(await readRow(other.id)).toMatchObject({
      status: 1,
      deleted_at: null,
      role: 1,
    })
  })

  test('an administrator manages ordinary accounts, but none of equal or higher roles', async () => {
    const peer = await app.addUser({ role: 10 })
    for (const target of [peer, app.root, admin]) {
      if (target.id !== admin.id)
        for (const action of actions)
          expect((await manage(admin, target.id, action)).body.code).toBe('user_out_of_reach')
      expect((await admin.get(`/api/user/${target.id}`)).body.code).toBe('user_out_of_reach')
      expect((await admin.put('/api/user/', { id: target.id, quota: 5 })).body.code).toBe('user_out_of_reach')
      expect((await admin.delete(`/api/user/${target.id}`)).body.code).toBe('user_out_of_reach')
    }
    const user = await app.addUser({})
    expect((await manage(admin, user.id, 'promote')).body.code).toBe('promotion_needs_root')
    expect((await manage(admin, user.id, 'demote')).body.code).toBe('already_ordinary')
    const banned = await manage(admin, user.id, 'disable')
    expect(banned.body.data).toMatchObject({ id: 0, username: '', status: 2, role: 1 })
    expect((await manage(admin, user.id, 'enable')).body.data).toMatchObject({ status: 1, role: 1 })
    expect((await manage(admin, user.id, 'delete')).body.data).toMatchObject({ status: 1, role: 1 })
    expect((await readRow(user.id)).deleted_at).not.toBeNull()
    expect((await manage(admin, user.id, 'delete')).body.code).toBe('not_found')
  })

  test('the super administrator promotes and demotes, but cannot disable, delete or demote itself', async () => {
    const user = await app.addUser({})
    expect((await manage(app.root, user.id, 'promote')).body.data).toMatchObject({ role: 10 })
    expect((await manage(app.root, user.id, 'promote')).body.code).toBe('already_admin')
    expect((await app.root.get(`/api/user/${user.id}`)).body.data).toMatchObject({ role: 10 })
    expect((await manage(app.root, user.id, 'demote')).body.data).toMatchObject({ role: 1 })
    for (const action of ['disable', 'delete', 'demote'] as const)
      expect((await manage(app.root, app.root.id, action)).body.code).toBe('root_protected')
    expect((await app.root.delete(`/api/user/${app.root.id}`)).body.code).toBe('user_out_of_reach')
    expect((await app.root.put('/api/user/', { id: app.root.id, display_name: 'Boss' })).body.success).toBe(true)
    expect(await readRow(app.root.id)).toMatchObject({
      role: 100,
      status: 1,
      deleted_at: null,
      display_name: 'Boss',
    })
  })

  test('unknown accounts and actions are reported', async () => {
    expect((await manage(admin, 99_999, 'disable')).body.code).toBe('not_found')
    expect((await admin.get('/api/user/99999')).body.code).toBe('not_found')
    expect((await admin.put('/api/user/', { id: 99_999 })).body.code).toBe('not_found')
    expect((await manage(admin, admin.id, 'explode' as ManageAction)).body.code).toBe('invalid_parameters')
    expect((await admin.get('/api/user/abc')).body.code).toBe('invalid_url')
  })
})

describe('withdrawn rights end at once', () => {
  test.each(['disable', 'delete'] as const)('%s ends sessions, tokens and sign-ins', async (action) => {
    const user = await app.addUser({})
    const { username } = await readRow(user.id)
    const token = String((await user.post('/api/user/token')).body.data)
    await manage(admin, user.id, action)
    expect((await user.get('/api/user/self')).status).toBe(401)
    const byToken = await readAnswer(
      await app.send('/api/user/self', {
        headers: { authorization: token, 'new-api-user': String(user.id) },
      }),
    )
    expect(byToken.body.code).toBe(action === 'delete' ? 'access_token_invalid' : 'account_banned')
    expect((await signIn(username)).body.code).toBe('login_failed')
  })

  test('a deleted account is told of none of its tasks any more', async () => {
    const [user, other] = [await app.addUser({}), await app.addUser({})]
    const { db } = app.store
    for (const [task, { id: user_id }] of [user, user, other].entries()) await planMessage(db, { id: task, user_id }, 0)
    await manage(admin, user.id, 'delete')
    const due = db.selectFrom('task_messages').select('task').where('phase', '=', messagePhase.due)
    expect(await due.execute()).toEqual([{ task: 2 }])
  })

  test('a demotion ends the sessions that had the rights', async () => {
    const user = await app.addUser({ role: 10 })
    expect((await user.get('/api/user/')).body.success).toBe(true)
    await manage(app.root, user.id, 'demote')
    expect((await user.get('/api/user/')).status).toBe(401)
  })

  test('other nodes are informed of each change', async () => {
    const user = await app.addUser({})
    const stateChanges: unknown[] = []
    const stop = app.state.subscribe((change) => stateChanges.push(change))
    await manage(admin, user.id, 'disable')
    await admin.put('/api/user/', { id: user.id, group: 'vip' })
    await admin.delete(`/api/user/${user.id}`)
    stop()
    expect(stateChanges).toEqual(Array(3).fill({ kind: 'user', id: user.id }))
  })

  test('a new password from an administrator ends the sessions', async () => {
    const user = await app.addUser({ username: 'newpw' })
    const { data: token } = (await user.post('/api/user/token')).body
    expect((await admin.put('/api/user/', { id: user.id, password: 'short' })).body.fields).toHaveProperty('password')
    expect((await admin.put('/api/user/', { id: user.id, password: 'a new one 9' })).body.success).toBe(true)
    expect((await user.get('/api/user/self')).status).toBe(401)
    const byToken = { authorization: `Bearer ${token}`, 'new-api-user': String(user.id) }
    expect(await (await app.send('/api/user/self', { headers: byToken })).json()).toMatchObject({
      code: 'access_token_invalid',
    })
    expect((await signIn('newpw', 'a new one 9')).body.success).toBe(true)
    const line = await readLastAuditLine('user.update')
    expect(JSON.stringify(line)).not.toContain('a new one 9')
    expect(line).toMatchObject({ object_id: String(user.id), after: { password_changed: true } })
  })
})

test('an account cannot bypass its own password and second factor', async () => {
  const own = { id: app.root.id, username: 'root', display_name: 'Root', password: '' }
  expect((await app.root.put('/api/user/', own)).body.success).toBe(true)
  for (const change of [{ password: 'a new one 9' }, { username: 'other' }]) {
    const answer = await app.root.put('/api/user/', { ...own, ...change })
    expect(answer.body).toMatchObject({ success: false, code: 'invalid_parameters' })
  }
  expect((await app.root.delete(`/api/user/${app.root.id}/2fa`)).body.code).toBe('own_second_factors')
  expect((await app.root.get('/api/user/self')).body.data).toMatchObject({ username: 'root' })
})

describe('creating and changing', () => {
  test('a new account is an ordinary one, and a role that may not be given is refused', async () => {
    const create = (client: TestClient, body: object) => client.post('/api/user/', { password: testPassword, ...body })
    expect((await create(admin, { username: 'made', role: 1 })).body.success).toBe(true)
    expect((await create(admin, { username: 'made' })).body).toMatchObject({
      code: 'username_taken',
      field_reasons: { username: { code: 'usernameTaken' } },
    })
    for (const role of [10, 100])
      expect((await create(admin, { username: 'other', role })).body.code).toBe('role_not_assignable')
    expect((await create(app.root, { username: 'other', role: 100 })).body.code).toBe('role_not_assignable')
    expect((await create(app.root, { username: 'byroot', role: 0 })).body.success).toBe(true)
    expect((await create(admin, { username: '' })).body.fields).toHaveProperty('username')
    expect((await create(admin, { username: 'x', password: '' })).body.fields).toHaveProperty('password')
    const rows = await app.store.db
      .selectFrom('users')
      .selectAll()
      .where('username', 'in', ['made', 'byroot'])
      .execute()
    for (const row of rows) expect(row).toMatchObject({ role: 1, status: 1, quota: 0, display_name: row.username })
    expect((await signIn('made')).body.success).toBe(true)
    expect(await readLastAuditLine('user.create')).toMatchObject({
      actor_id: app.root.id,
      after: { username: 'byroot' },
    })
  })

  test('only permitted fields change, and the role never does', async () => {
    const user = await app.addUser({ username: 'partial' })
    const changed = await admin.put('/api/user/', {
      id: user.id,
      display_name: 'Part',
      group: 'vip',
      username: '',
      password: '',
      role: 1,
      email: 'x@example.org',
      status: 2,
      used_quota: 5,
    })
    expect(changed.body.success).toBe(true)
    expect(await readRow(user.id)).toMatchObject({
      username: 'partial',
      display_name: 'Part',
      group_name: 'vip',
      role: 1,
      email: null,
      status: 1,
      used_quota: 0,
    })
    expect(await readLastAuditLine('user.update')).toMatchObject({
      actor_id: admin.id,
      actor_name: 'admin',
      object_id: String(user.id),
      ip: '192.0.2.1',
      before: { display_name: 'partial', group_name: 'default' },
      after: { display_name: 'Part', group_name: 'vip' },
    })
    await admin.put('/api/user/', { id: user.id })
    expect(await readRow(user.id)).toMatchObject({ display_name: 'Part', group_name: 'vip' })
    expect((await admin.put('/api/user/', { id: user.id, role: 10 })).body.code).toBe('role_not_assignable')
    expect((await admin.put('/api/user/', { id: user.id, group: 'nope' })).body.fields).toHaveProperty('group')
  })

  test('an account of several groups: all must exist, each finds it, its tokens may use all', async () => {
    const user = await app.addUser({ username: 'several' })
    const put = async (group: string) => (await admin.put('/api/user/', { id: user.id, group })).body
    expect((await put('svip,nope')).field_reasons).toEqual({
      group: { code: 'noGroupNamed', params: { group: 'nope' } },
    })
    expect((await put(' svip, vip ,svip,')).success).toBe(true)
    expect(await readRow(user.id)).toMatchObject({ group_name: 'svip,vip' })
    const search = async (query: string) =>
      ((await admin.get(`/api/user/search?${query}`)).body.data as { items: User[] }).items.map(({ id }) => id)
    const found = async (group: string) => (await search(`group=${group}`)).includes(user.id)
    for (const [group, isFound] of [
      ['vip', true],
      ['svip', true],
      ['sv', false],
      ['VIP', false],
      ['_ip', false],
    ] as const)
      expect([group, await found(group)]).toEqual([group, isFound])
    await admin.put('/api/option/', { key: 'UserUsableGroups', value: '{"default":"Default"}' })
    const groups = (await user.get('/api/user/self/groups')).body.data as object
    expect(Object.keys(groups)).toEqual(['svip', 'vip', 'default'])
    expect((await user.post('/api/token/', { name: 'second', group: 'vip' })).body.success).toBe(true)
    expect((await user.get('/api/user/self')).body.data).toMatchObject({ group: 'svip,vip' })
    await app.root.delete(`/api/user/${user.id}`)
    const states = ['', '&deleted=hide', '&deleted=only'].map((more) => search(`group=svip${more}`))
    expect(await Promise.all(states)).toEqual([[user.id], [], [user.id]])
  })

  test('a name that breaks the current rules stays until it is changed', async () => {
    const user = await app.addUser({ username: 'github_1234567890' })
    const put = (more: object) => admin.put('/api/user/', { id: user.id, ...more })
    expect((await put({ username: 'github_1234567890', display_name: 'G' })).body.success).toBe(true)
    expect((await put({ username: 'github_12345678901' })).body.fields).toHaveProperty('username')
    expect((await put({ username: 'admin' })).body).toMatchObject({
      code: 'username_taken',
      field_reasons: { username: { code: 'usernameTaken' } },
    })
    expect((await put({ username: 'gh1' })).body.success).toBe(true)
  })

  test('two administrators who change a balance do not undo each other or calls in between', async () => {
    const user = await app.addUser({ username: 'rich' })
    const put = (more: object) => admin.put('/api/user/', { id: user.id, ...more })
    const readBalance = async () => ((await admin.get(`/api/user/${user.id}`)).body.data as User).quota
    expect((await put({ quota: 1_000_000 })).body.success).toBe(true)
    // The form was opened at 1 000 000, and a call takes 300 000 before it is sent.
    const reserved = await app.ledger.reserve({
      ref: 'call',
      userId: user.id,
      tokenId: null,
      amount: quota(300_000),
    })
    if (!reserved.ok) throw new Error('not reserved')
    await reserved.reservation.settle(quota(300_000), null, 1)
    expect((await put({ quota: 1_500_000, quota_loaded: 1_000_000 })).body.success).toBe(true)
    expect(await readBalance()).toBe(1_200_000)
    await put({ quota: 1_000_000, quota_loaded: 1_000_000, display_name: 'Rich' })
    expect(await readBalance()).toBe(1_200_000)
    await put({ quota: 0, quota_loaded: 500_000 })
    expect(await readBalance()).toBe(700_000)
    for (const wrong of [1.5, '5', 2 ** 53]) expect((await put({ quota: wrong })).body.fields).toHaveProperty('quota')
    expect((await put({ quota: balanceMax + 1 })).body.fields).toHaveProperty('quota')
    expect((await put({ quota: -(2 ** 53) + 1, quota_loaded: 2 ** 53 - 1 })).body.fields).toHaveProperty('quota')
    expect(await readBalance()).toBe(700_000)
    expect(await readLastAuditLine('user.quota')).toMatchObject({
      actor_id: admin.id,
      before: { quota: 1_200_000 },
      after: { quota: 700_000, difference: -500_000 },
    })
    const rows = await app.store.db
      .selectFrom('usage_logs')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('type', '=', 3)
      .orderBy('id')
      .execute()
    expect(rows.map((row) => row.content)).toEqual([
      'Balance changed by an administrator from $0 to $2',
      'Balance changed by an administrator from $1.4 to $2.4',
      'Balance changed by an administrator from $2.4 to $1.4',
    ])
    expect((await auditLedger(app.store)).findings).toEqual([])
  })
})

test('limits of an account are replaced as a whole and recorded, by a caller who may manage it', async () => {
  const user = await app.addUser({})
  const put = (client: TestClient, limits: unknown) => client.put('/api/user/', { id: user.id, limits })
  const readLimits = async () => ((await admin.get(`/api/user/${user.id}`)).body.data as User).limits
  expect(await readLimits()).toEqual({})
  expect((await put(user, { rpm: 1 })).body.success).toBe(false)
  expect((await put(admin, { rpm: -1 })).body.fields).toHaveProperty(['limits.rpm'])
  expect((await put(admin, { rpm: 5, concurrency: 0, spend_day: 7, other: 1 })).body.success).toBe(true)
  expect(await readLimits()).toEqual({ rpm: 5, concurrency: 0, spend_day: 7 })
  const line = await readLastAuditLine('user.update')
  expect(JSON.parse(line.after.limits)).toEqual({ rpm: 5, concurrency: 0, spend_day: 7 })
  await admin.put('/api/user/', { id: user.id, display_name: 'Other' })
  expect(await readLimits()).toEqual({ rpm: 5, concurrency: 0, spend_day: 7 })
  await put(admin, null)
  expect((await readRow(user.id)).limits).toBeNull()
})
