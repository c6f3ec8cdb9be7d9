import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type AccountView, type StartedView, viewsPerSessionMax } from '@sluice/contract/account-view'
import { withhold } from '@sluice/contract/admin-rights'
import type { AuditLine } from '@sluice/contract/audit'
import { type Role, roles, userStatus } from '@sluice/contract/roles'
import type { SessionItem } from '@sluice/contract/session'
import type { User } from '@sluice/contract/user'
import { sweepViews } from '../../identity/sweep-account-views.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { engines } from '../../store/test-databases.ts'
import { addToken, startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const minute = 60_000

describe.each(engines)('$name', (engine) => {
  const clock = createManualClock(Date.now())
  let app: TestApp
  let admin: TestClient
  let alice: TestClient
  beforeAll(async () => {
    app = await startTestApp({ engine, clock })
    admin = await app.addUser({ role: roles.admin, username: 'desk' })
    alice = await app.addUser({ username: 'alice' })
  })
  afterAll(() => app.close())

  async function start(viewer = admin, of = alice, reason = ''): Promise<string> {
    const { body } = await viewer.post(`/api/user/${of.id}/view`, { reason })
    if (!body.success) throw new Error(body.code as string)
    return (body.data as StartedView).view
  }
  const look = (path: string, view: string, viewer = admin) =>
    viewer.request('GET', path, undefined, { 'x-sluice-view': view })
  const codeIn = async (view: string, viewer = admin) => (await look('/api/user/self', view, viewer)).body.code
  const linesOf = async (action: string, id = alice.id) => {
    const { body } = await app.root.get(`/api/audit/?object_type=user&object_id=${id}&action=${action}`)
    return (body.data as { items: AuditLine[] }).items
  }
  const changeUser = (id: number, columns: { role?: Role; withheld_rights?: number }) =>
    app.store.db.updateTable('users').set(columns).where('id', '=', id).execute()

  test('an administrator reads what the account reads, and the account itself is answered as before', async () => {
    const view = await start()
    const own = (await alice.get('/api/user/self')).body.data as User
    const seen = (await look('/api/user/self', view)).body.data as User
    expect(seen).toEqual({
      ...own,
      github_id: null,
      oidc_id: null,
      wechat_id: null,
      telegram_id: null,
      linux_do_id: null,
    })
    const facts = (await look('/api/user/self/view', view)).body.data as AccountView
    expect(facts).toEqual({
      username: 'alice',
      user_id: alice.id,
      viewer: 'desk',
      viewer_id: admin.id,
      seconds_left: 1_800,
    })
    for (const client of [admin, alice]) expect((await client.get('/api/user/self/view')).body.code).toBe('view_ended')
    expect(((await admin.get('/api/user/self')).body.data as User).username).toBe('desk')
  })

  test('start and end are in the audit trail, with the reason and without the secret', async () => {
    const view = await start(admin, alice, ' asked about an invoice ')
    const [begun] = await linesOf('user.view_start')
    expect(begun).toMatchObject({ actor_name: 'desk', object_id: String(alice.id), ip: '192.0.2.1' })
    expect(JSON.parse(begun?.after ?? '')).toEqual({ username: 'alice', minutes: 30, reason: 'asked about an invoice' })
    const before = (await linesOf('user.view_end')).length
    // From another session nothing ends, and says nothing of it.
    expect((await app.root.post('/api/user/view/end', { view })).body.success).toBe(true)
    expect(await codeIn(view)).toBeUndefined()
    for (let time = 0; time < 2; time++)
      expect((await admin.post('/api/user/view/end', { view })).body.success).toBe(true)
    expect(await codeIn(view)).toBe('view_ended')
    const ended = await linesOf('user.view_end')
    expect(ended.length).toBe(before + 1)
    expect(JSON.parse(ended[0]?.after ?? '')).toMatchObject({ ended: 'by hand' })
    expect(JSON.stringify([begun, ended])).not.toContain(view)
    const rows = await app.store.db.selectFrom('account_views').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(view)
  })

  test('a view ends after half an hour, and the sweep records it once', async () => {
    const view = await start()
    clock.advance(30 * minute - 1)
    expect(await codeIn(view)).toBeUndefined()
    clock.advance(1)
    expect(await codeIn(view)).toBe('view_ended')
    const before = (await linesOf('user.view_end')).length
    const open = await start()
    await Promise.all([sweepViews({ ...app.store, clock }), sweepViews({ ...app.store, clock })])
    const ended = (await linesOf('user.view_end')).slice(0, -before || undefined)
    expect(ended.length).toBeGreaterThan(0)
    for (const line of ended) {
      expect(line).toMatchObject({ actor_name: 'desk', ip: '' })
      expect(JSON.parse(line.after ?? '')).toMatchObject({ ended: 'time' })
    }
    const rows = await app.store.db.selectFrom('account_views').selectAll().execute()
    expect(rows.length).toBe(1)
    expect(await codeIn(open)).toBeUndefined()
  })

  test('no secret passes: keys are masked in every form of a list, the webhook is hidden', async () => {
    const { id, key } = await addToken(alice, 'laptop')
    const hook = 'https://hooks.example/T0/secret-of-alice'
    const setting = { notify_type: 'webhook', webhook_url: hook, webhook_secret: 'shh-of-alice' }
    const stored = JSON.stringify({ ...setting, webhook_secret_box: 'box' })
    await app.store.db
      .updateTable('users')
      .set({ setting: stored, github_id: 'gh-of-alice', password_is_short: 1 })
      .where('id', '=', alice.id)
      .execute()
    const view = await start()
    const answers = await Promise.all(
      [
        '/api/token/',
        '/api/token/?p=0',
        '/api/token/?p=1&page_size=10',
        '/api/token/search?keyword=laptop',
        `/api/token/${id}`,
        '/api/user/self',
      ].map((path) => look(path, view)),
    )
    const text = JSON.stringify(answers.map(({ body }) => body))
    expect(answers.every(({ body }) => body.success)).toBe(true)
    for (const secret of [key.replace(/^sk-/, ''), hook, 'shh-of-alice', 'gh-of-alice'])
      expect(text.includes(secret)).toBe(false)
    expect(text).toContain('laptop')
    const self = answers.at(-1)?.body.data as User
    expect(self.bound).toEqual(['github_id'])
    expect(self.password_is_short).toBe(false)
    expect(JSON.parse(self.setting)).toMatchObject({ notify_type: 'webhook', webhook_url: '**********' })
    expect(JSON.stringify((await alice.get('/api/token/')).body)).toContain(key)
  })

  test('nothing of it counts as activity of the account', async () => {
    const view = await start()
    await app.store.db.updateTable('users').set({ last_seen_at: 5 }).where('id', '=', alice.id).execute()
    await app.store.db
      .updateTable('sessions')
      .set({ last_seen_at: clock.now() })
      .where('user_id', '=', alice.id)
      .execute()
    const before = await alice.get('/api/user/self/sessions')
    clock.advance(5 * minute)
    const seen = (await look('/api/user/self/sessions', view)).body.data as SessionItem[]
    expect(seen.map(({ current }) => current)).toEqual([false])
    expect(seen[0]?.last_seen_at).toBe((before.body.data as SessionItem[])[0]?.last_seen_at)
    const row = await app.store.db
      .selectFrom('users')
      .select('last_seen_at')
      .where('id', '=', alice.id)
      .executeTakeFirst()
    expect(row?.last_seen_at).toBe(5)
  })

  describe('refused', () => {
    test('administrators, the own account, deleted and unknown ones, callers without the right', async () => {
      const gone = await app.addUser({})
      await app.root.post('/api/user/manage', { id: gone.id, action: 'delete' })
      const other = await app.addUser({ role: roles.admin })
      const startCode = async (viewer: TestClient, id: number) =>
        (await viewer.post(`/api/user/${id}/view`, {})).body.code
      expect(await startCode(admin, other.id)).toBe('user_out_of_reach')
      expect(await startCode(admin, admin.id)).toBe('user_out_of_reach')
      expect(await startCode(admin, app.root.id)).toBe('user_out_of_reach')
      expect(await startCode(app.root, other.id)).toBe('account_not_viewable')
      expect(await startCode(app.root, app.root.id)).toBe('account_not_viewable')
      expect(await startCode(admin, gone.id)).toBe('not_found')
      expect(await startCode(admin, 99_999)).toBe('not_found')
      expect(await startCode(alice, alice.id)).toBe('insufficient_rights')
      await changeUser(other.id, { withheld_rights: withhold(0, { user: { write: false } }) })
      await app.state.publish({ kind: 'user', id: other.id })
      expect(await startCode(other, alice.id)).toBe('insufficient_rights')
      expect((await admin.post(`/api/user/${alice.id}/view`, { reason: 'x'.repeat(201) })).body.code).toBe(
        'invalid_parameters',
      )
    })

    test('a system access token starts no view and ends none', async () => {
      const program = await app.addUser({ role: roles.admin })
      const { data: token } = (await program.post('/api/user/token')).body
      const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
        const init = { method: 'POST', body: JSON.stringify(body), headers: { authorization: `${token}`, ...headers } }
        return ((await (await app.send(path, init)).json()) as { code: string }).code
      }
      expect(await send(`/api/user/${alice.id}/view`, {})).toBe('access_token_not_supported')
      const view = await start(program)
      expect(await send('/api/user/view/end', { view })).toBe('access_token_not_supported')
      // Its secret beside the token, also with the cookie of its session.
      const cookies: Record<string, string>[] = [{}, { cookie: program.cookie }]
      for (const headers of cookies) {
        const answer = await app.send('/api/user/self', {
          headers: { authorization: `${token}`, 'x-sluice-view': view, ...headers },
        })
        expect(((await answer.json()) as { code: string }).code).toBe('view_ended')
      }
      expect(await codeIn(view, program)).toBeUndefined()
    })

    test('the secret of another administrator, odd values, and a secret without a session', async () => {
      const other = await app.addUser({ role: roles.admin })
      const view = await start()
      for (const viewer of [other, app.root, alice]) expect(await codeIn(view, viewer)).toBe('view_ended')
      for (const odd of [
        '',
        ' ',
        '0',
        `${view} `.repeat(2),
        `${view},${view}`,
        view.slice(1),
        'x'.repeat(4_000),
        "' or 1=1--",
      ])
        expect(await codeIn(odd)).toBe('view_ended')
      const bare = await app.send('/api/user/self', { headers: { 'x-sluice-view': view } })
      expect(bare.status).toBe(403)
      const open = await app.send('/api/status', { headers: { 'x-sluice-view': view } })
      expect(open.status).toBe(403)
      expect(await codeIn(view)).toBeUndefined()
    })

    test('an end of the session, a ban, a demotion, a lost right; deletion and promotion of the account', async () => {
      const ways: ((viewer: TestClient, of: TestClient) => Promise<unknown>)[] = [
        (viewer) => viewer.post('/api/user/logout'),
        (viewer) => app.root.delete(`/api/user/${viewer.id}/sessions`),
        (viewer) => app.root.post('/api/user/manage', { id: viewer.id, action: 'disable' }),
        (viewer) => app.root.post('/api/user/manage', { id: viewer.id, action: 'demote' }),
        async (viewer) => {
          await changeUser(viewer.id, { withheld_rights: withhold(0, { user: { write: false } }) })
          await app.state.publish({ kind: 'user', id: viewer.id })
        },
        (_, of) => app.root.post('/api/user/manage', { id: of.id, action: 'delete' }),
        (_, of) => app.root.post('/api/user/manage', { id: of.id, action: 'promote' }),
      ]
      const viewed: number[] = []
      for (const end of ways) {
        const [viewer, of] = [await app.addUser({ role: roles.admin }), await app.addUser({})]
        const view = await start(viewer, of)
        expect(await codeIn(view, viewer)).toBeUndefined()
        await end(viewer, of)
        expect(await codeIn(view, viewer)).toBe('view_ended')
        viewed.push(of.id)
      }
      await sweepViews({ ...app.store, clock })
      const [ended] = await linesOf('user.view_end', viewed[0])
      expect(JSON.parse(ended?.after ?? '')).toMatchObject({ ended: 'session' })
    })

    test('data that the administrator may not read on other pages', async () => {
      const clerk = await app.addUser({ role: roles.admin })
      await changeUser(clerk.id, { withheld_rights: withhold(0, { log: { read: false }, billing: { read: false } }) })
      await app.state.publish({ kind: 'user', id: clerk.id })
      const view = await start(clerk)
      const codeOf = async (path: string) => (await look(path, view, clerk)).body.code
      for (const path of ['/api/log/self', '/api/task/self', '/api/data/self/overview', '/api/user/topup/self'])
        expect(await codeOf(path)).toBe('insufficient_rights')
      for (const path of ['/api/user/self', '/api/token/', '/api/user/self/groups'])
        expect(await codeOf(path)).toBeUndefined()
    })
  })

  test('a banned account can be viewed, to see what became of it', async () => {
    const banned = await app.addUser({ status: userStatus.banned })
    expect(await codeIn(await start(admin, banned))).toBeUndefined()
  })

  test('a session has a limited number of views: the oldest ends', async () => {
    const viewer = await app.addUser({ role: roles.admin })
    const views: string[] = []
    for (let count = 0; count <= viewsPerSessionMax; count++) {
      views.push(await start(viewer))
      clock.advance(1)
    }
    const [first = '', second = ''] = views
    expect(await codeIn(first, viewer)).toBe('view_ended')
    expect(await codeIn(second, viewer)).toBeUndefined()
    const [ended] = await linesOf('user.view_end')
    expect(JSON.parse(ended?.after ?? '')).toMatchObject({ ended: 'replaced' })
  })
})
