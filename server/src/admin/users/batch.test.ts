import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Quota, quota } from '@sluice/contract/quota'
import type { UserBatchAnswer } from '@sluice/contract/user-batch'
import { auditLedger } from '../../cli/ledger-audit.ts'
import { engines } from '../../store/test-databases.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

describe.each(engines)('bulk actions on accounts on $name', (engine) => {
  let app: TestApp
  let admin: TestClient
  let peer: TestClient
  let users: TestClient[]
  beforeAll(async () => {
    app = await startTestApp({ engine })
    await app.root.put('/api/option/', { key: 'GroupRatio', value: '{"default":1,"vip":1}' })
    admin = await app.addUser({ role: 10, username: 'admin' })
    peer = await app.addUser({ role: 10, username: 'peer' })
    users = [await app.addUser({ username: 'ada' }), await app.addUser({ username: 'bob' })]
  }, 60_000)
  afterAll(() => app.close())

  const idOf = (index: number) => users[index]?.id ?? 0
  const both = () => [idOf(0), idOf(1)]
  const post = async (path: string, body: object, client = admin) => {
    const answer = await client.post(`/api/user/batch/${path}`, body)
    expect(answer.body).toMatchObject({ success: true })
    return answer.body.data as UserBatchAnswer
  }
  const readRows = (ids: readonly number[]) =>
    app.store.db.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('id').execute()
  const linesOf = async (action: string, id: number) =>
    await app.store.db
      .selectFrom('audit_logs')
      .selectAll()
      .where('action', '=', action)
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()

  test('leave out the super administrator, peers and unknown accounts, and name each with the reason', async () => {
    const gone = await app.addUser({ username: 'gone' })
    await admin.delete(`/api/user/${gone.id}`)
    const ids = [app.root.id, peer.id, admin.id, gone.id, 999_999, idOf(0), idOf(0)]
    const { done, refused } = await post('status', { ids, status: 2 })
    expect(done).toBe(1)
    expect(refused).toMatchObject([
      { id: app.root.id, username: 'root', code: 'root_protected' },
      { id: peer.id, username: 'peer', code: 'user_out_of_reach' },
      { id: admin.id, username: 'admin', code: 'user_out_of_reach' },
      { id: gone.id, code: 'not_found' },
      { id: 999_999, username: '', code: 'not_found' },
    ])
    expect(await readRows([app.root.id, peer.id, idOf(0)])).toMatchObject([{ status: 1 }, { status: 1 }, { status: 2 }])
    // Not even the super administrator sets its own group by this way.
    expect(await post('group', { ids: [app.root.id], group: 'vip' }, app.root)).toMatchObject({ done: 0 })
    expect(await post('status', { ids: [idOf(0)], status: 1 })).toEqual({ done: 1, refused: [] })
    expect(await linesOf('user.disable', idOf(0))).toHaveLength(1)
  })

  test('set the groups of each account', async () => {
    expect(await post('group', { ids: both(), group: 'vip, default' })).toEqual({ done: 2, refused: [] })
    expect((await readRows(both())).map(({ group_name }) => group_name)).toEqual(['vip,default', 'vip,default'])
    const { refused } = await post('group', { ids: both(), group: 'nowhere' })
    expect(refused.map(({ code, message }) => [code, message.includes('nowhere')])).toEqual([
      ['invalid_parameters', true],
      ['invalid_parameters', true],
    ])
    expect((await admin.post('/api/user/batch/group', { ids: both(), group: ' , ' })).body.success).toBe(false)
  })

  test('adjust balances with a reason, once for a repeated request, and make no debt unless it is allowed', async () => {
    const add = { ids: both(), amount: 1_000, reason: 'sorry for the outage', batch: 'repeated-1' }
    expect(await post('balance', add)).toEqual({ done: 2, refused: [] })
    expect(await post('balance', add)).toEqual({ done: 2, refused: [] })
    expect(await app.ledger.balanceOf(idOf(0))).toBe(1_000 as Quota)
    const [line, ...more] = await linesOf('user.quota', idOf(0))
    expect(more).toEqual([])
    expect(JSON.parse(line?.after ?? '')).toEqual({
      quota: 1_000,
      mode: 'add',
      value: 1_000,
      reason: 'sorry for the outage',
    })
    await post('balance', { ids: [idOf(1)], amount: -400, reason: 'typo' })
    const short = await post('balance', { ids: both(), amount: -900, reason: 'fraud' })
    expect(short).toMatchObject({ done: 1, refused: [{ id: idOf(1), code: 'invalid_parameters' }] })
    expect(await post('balance', { ids: both(), amount: -900, reason: 'fraud', allow_debt: true })).toMatchObject({
      done: 2,
    })
    expect(await app.ledger.balanceOf(idOf(0))).toBe(-800 as Quota)
    expect(await app.ledger.balanceOf(idOf(1))).toBe(-300 as Quota)
    for (const body of [
      { ids: both(), amount: 0, reason: 'x' },
      { ids: both(), amount: 5, reason: ' ' },
      { ids: both(), amount: 5 },
      { ids: [], amount: 5, reason: 'x' },
      { ids: Array.from({ length: 501 }, (_, id) => id + 1), amount: 5, reason: 'x' },
    ])
      expect((await admin.post('/api/user/batch/balance', body)).body.success).toBe(false)
    expect((await auditLedger(app.store)).findings).toEqual([])
    // The reason is for administrators.
    const own = await users[0]?.get('/api/log/self?p=1&page_size=100')
    expect(JSON.stringify(own?.body)).not.toContain('outage')
  })

  test('queue a message once for each account that it reaches, and count its delivery', async () => {
    const message = { title: 'Maintenance', content: 'Tonight {{value}} at ten.\nSorry.', batch: 'message-1' }
    const banned = await app.addUser({ username: 'banned' })
    const setting = JSON.stringify({ notify_type: 'webhook', webhook_url: 'https://hook.example/' })
    await app.store.db
      .updateTable('users')
      .set({ setting })
      .where('id', 'in', [idOf(0), banned.id])
      .execute()
    await post('status', { ids: [banned.id], status: 2 })
    const ids = [...both(), app.root.id, banned.id]
    const preview = await admin.post('/api/user/batch/message/preview', { ids })
    expect(preview.body.data).toMatchObject({ mail: 0, webhook: 1, has_mail_server: false, refused: [{}, {}, {}] })
    const send = async () =>
      (await admin.post('/api/user/batch/message', { ids, ...message })).body.data as UserBatchAnswer & {
        message: { id: number }
      }
    const [{ done, refused, message: queued }, again] = await Promise.all([send(), send()])
    expect(done).toBe(1)
    expect(refused).toMatchObject([
      { id: idOf(1), code: 'notification_nowhere' },
      { id: app.root.id },
      { id: banned.id, code: 'notification_nowhere' },
    ])
    expect(again.message.id).toBe(queued.id)
    const lines = await linesOf('user.message', idOf(0))
    // The trail says who wrote to whom about what, not the words.
    expect(lines.map(({ after }) => JSON.parse(after ?? ''))).toEqual([
      { title: 'Maintenance', message: queued.id, receivers: 1 },
    ])
    const read = await admin.get(`/api/user/batch/message/${queued.id}`)
    expect(read.body.data).toMatchObject({ title: 'Maintenance', receivers: 1, cancelled: 0 })
    expect((await users[1]?.get(`/api/user/batch/message/${queued.id}`))?.body.success).toBe(false)
    expect((await admin.get('/api/user/batch/message/99999')).body.code).toBe('not_found')
  })

  test('cancel what is not delivered of a message, and bound what waits', async () => {
    const setting = JSON.stringify({ notify_type: 'webhook', webhook_url: 'https://hook.example/' })
    await app.store.db.updateTable('users').set({ setting }).where('id', 'in', both()).execute()
    const { data } = (await admin.post('/api/user/batch/message', { ids: both(), title: 'a', content: 'b' })).body
    const { id } = (data as { message: { id: number } }).message
    const rest = {
      type: 'message',
      title: 'a',
      content: '',
      value_list: '[]',
      tries: 0,
      due_at: 2 ** 50,
      created_at: 0,
    }
    await app.store.db.deleteFrom('notices').execute()
    await app.store.db
      .insertInto('notices')
      .values([{ ...rest, user_id: idOf(0), message_id: id }])
      .execute()
    const task = async () => {
      const { tasks } = (await app.root.get('/api/system/')).body.data as { tasks: { kind: string; id: number }[] }
      return tasks.find((found) => found.kind === 'message' && found.id === id)
    }
    expect(await task()).toMatchObject({ state: 'running', total: 2, started_by: 'admin', name: 'a' })
    expect((await admin.post(`/api/user/batch/message/${id}/cancel`, {})).body.data).toBe(true)
    expect((await admin.post(`/api/user/batch/message/${id}/cancel`, {})).body.data).toBe(false)
    expect((await admin.get(`/api/user/batch/message/${id}`)).body.data).toMatchObject({ cancelled: 1 })
    const many = Array.from({ length: 1_999 }, () => ({ ...rest, user_id: 1, message_id: id }))
    for (let start = 0; start < many.length; start += 100)
      await app.store.db
        .insertInto('notices')
        .values(many.slice(start, start + 100))
        .execute()
    const refused = await admin.post('/api/user/batch/message', { ids: both(), title: 'a', content: 'b' })
    expect(refused.body).toMatchObject({ success: false, code: 'too_many_waiting_messages' })
    await app.store.db.deleteFrom('notices').execute()
  })

  test('are only for administrators', async () => {
    for (const path of ['status', 'group', 'balance', 'message'])
      expect((await users[1]?.post(`/api/user/batch/${path}`, { ids: both() }))?.body.code).toBe('insufficient_rights')
  })
})

describe.each(engines)('the list of accounts on $name', (engine) => {
  let app: TestApp
  let admin: TestClient
  let ids: number[]
  beforeAll(async () => {
    app = await startTestApp({ engine })
    admin = await app.addUser({ role: 10, username: 'admin' })
    const added = []
    for (const username of ['one', 'two', '=three']) added.push(await app.addUser({ username }))
    ids = added.map(({ id }) => id)
    const figures = [
      { used_quota: 30, request_count: 1, last_seen_at: 5_000 },
      { used_quota: 10, request_count: 3, last_seen_at: 9_000 },
      { used_quota: 20, request_count: 2, last_seen_at: 1_000 },
    ]
    for (const [index, set] of figures.entries())
      await app.store.db
        .updateTable('users')
        .set(set)
        .where('id', '=', ids[index] ?? 0)
        .execute()
    await app.store.db
      .insertInto('api_tokens')
      .values({
        user_id: ids[2] ?? 0,
        name: 'k',
        key_hash: 'h',
        key_box: '',
        status: 1,
        created_at: 0,
        accessed_at: 20_000,
        expires_at: null,
        unlimited_quota: 1,
        model_limits_enabled: 0,
        model_limits: '',
        allow_ips: '',
        group_name: '',
        deleted_at: null,
      })
      .execute()
  }, 60_000)
  afterAll(() => app.close())

  test('is sorted by spending, calls and last use of a session or a token', async () => {
    const order = async (sort: string, direction = 'desc') => {
      const { body } = await admin.get(`/api/user/search?role=1&sort_by=${sort}&sort_order=${direction}&page_size=10`)
      return (body.data as { items: { id: number }[] }).items.map(({ id }) => ids.indexOf(id))
    }
    expect(await order('used_quota')).toEqual([0, 2, 1])
    expect(await order('request_count', 'asc')).toEqual([0, 2, 1])
    expect(await order('last_seen_at')).toEqual([2, 1, 0])
    expect((await admin.get(`/api/user/${ids[2]}`)).body.data).toMatchObject({ last_seen_at: 20 })
  })

  test('is saved as a file, with the filter and without formulas', async () => {
    const file = await app.send('/api/user/export?role=1&deleted=hide', {
      headers: { cookie: admin.cookie, 'new-api-user': String(admin.id) },
    })
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/)
    const [head, ...lines] = (await file.text()).replace('\uFEFF', '').trim().split('\r\n')
    expect(head).toStartWith('id,username,display_name,email,group,role,status,balance,spent,calls,created,last_seen')
    expect(lines.map((line) => line.split(',')[1])).toEqual(["'=three", 'two', 'one'])
    expect(lines[2]).toContain(',user,active,0,0.00006,1,')
    const refused = await app.send('/api/user/export', {})
    expect(refused.status).toBe(401)
  })

  test('shows when a session was last used', async () => {
    const user = await app.addUser({ username: 'now' })
    await user.get('/api/user/self')
    const { body } = await admin.get(`/api/user/${user.id}`)
    expect((body.data as { last_seen_at: number }).last_seen_at).toBeGreaterThan(Date.now() / 1_000 - 120)
  })

  test('an administrator opens no session, token or statement of a peer', async () => {
    const peer = await app.addUser({ role: 10, username: 'peer' })
    for (const part of ['sessions', 'tokens', 'statement'])
      expect((await admin.get(`/api/user/${peer.id}/${part}`)).body.code).toBe('user_out_of_reach')
    expect((await admin.delete(`/api/user/${peer.id}/sessions`)).body.code).toBe('user_out_of_reach')
    expect((await peer.get('/api/user/self')).body.success).toBe(true)
  })

  test('sessions of an account are listed and ended', async () => {
    const user = await app.addUser({ username: 'away' })
    const { body } = await admin.get(`/api/user/${user.id}/sessions`)
    const [session] = body.data as { sid: string; current: boolean }[]
    expect(session).toMatchObject({ current: false })
    expect((await admin.delete(`/api/user/${user.id}/sessions/${session?.sid}`)).body.success).toBe(true)
    expect((await user.get('/api/user/self')).status).toBe(401)
    expect((await admin.delete(`/api/user/${user.id}/sessions/${session?.sid}`)).body.code).toBe('not_found')
    expect((await admin.get(`/api/user/${user.id}/sessions`)).body.data).toEqual([])
  })

  test('the keys of an account are masked', async () => {
    const user = await app.addUser({ username: 'keys' })
    const created = await user.post('/api/token/', { name: 'ci', unlimited_quota: true })
    const { key } = created.body.data as { key: string }
    const { body } = await admin.get(`/api/user/${user.id}/tokens`)
    const [token] = (body.data as { items: { name: string; key: string }[] }).items
    expect(token?.name).toBe('ci')
    expect(token?.key).toContain('**')
    expect(JSON.stringify(body)).not.toContain(key)
  })
})

describe.each(engines)('creating an account on $name', (engine) => {
  let app: TestApp
  let admin: TestClient
  beforeAll(async () => {
    app = await startTestApp({ engine })
    await app.root.put('/api/option/', { key: 'GroupRatio', value: '{"default":1,"vip":1}' })
    await app.root.put('/api/option/', { key: 'QuotaForNewUser', value: '700' })
    admin = await app.addUser({ role: 10, username: 'admin' })
  }, 60_000)
  afterAll(() => app.close())

  const password = 'a long password 1'

  test('takes role, group, balance and address', async () => {
    const body = { username: 'boss', password, role: 10, group: 'vip', quota: 5_000, email: 'Boss@Example.org' }
    const { body: answer } = await app.root.post('/api/user/', body)
    expect(answer).toMatchObject({ success: true, data: { username: 'boss' } })
    const { id } = answer.data as { id: number }
    expect((await app.root.get(`/api/user/${id}`)).body.data).toMatchObject({
      role: 10,
      group: 'vip',
      quota: 5_000,
      email: 'boss@example.org',
    })
    const taken = await app.root.post('/api/user/', { ...body, username: 'boss2' })
    expect(taken.body).toMatchObject({ success: false, fields: { email: 'belongs to another account' } })
    expect((await auditLedger(app.store)).findings).toEqual([])
  })

  test('without a balance gives that of new accounts, and with 0 none', async () => {
    const first = (await admin.post('/api/user/', { username: 'gift', password })).body.data as { id: number }
    const second = (await admin.post('/api/user/', { username: 'none', password, quota: 0 })).body.data as {
      id: number
    }
    expect(await app.ledger.balanceOf(first.id)).toBe(quota(700))
    expect(await app.ledger.balanceOf(second.id)).toBe(quota(0))
  })

  test('refuses roles that the caller may not give, and unknown groups', async () => {
    const create = async (client: TestClient, more: object) =>
      (await client.post('/api/user/', { username: 'x', password, ...more })).body
    expect((await create(admin, { role: 10 })).code).toBe('role_not_assignable')
    expect((await create(admin, { role: 100 })).code).toBe('role_not_assignable')
    expect((await create(app.root, { role: 100 })).code).toBe('role_not_assignable')
    expect((await create(admin, { role: 5 })).code).toBe('role_not_assignable')
    expect((await create(admin, { group: 'nowhere' })).fields).toMatchObject({ group: expect.any(String) })
    expect((await create(admin, { quota: -1 })).success).toBe(false)
    const { body } = await admin.get('/api/user/search?keyword=x')
    expect((body.data as { items: { username: string }[] }).items.map(({ username }) => username)).not.toContain('x')
  })
})
