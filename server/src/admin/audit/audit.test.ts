import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { AuditLine } from '@sluice/contract/audit'
import type { PagedList } from '@sluice/contract/envelope'
import { sql } from 'kysely'
import { createManualClock } from '../../platform/test-clock.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const clock = createManualClock()
let app: TestApp
let admin: TestClient
let users: TestClient[]
let startedAtSeconds: number
beforeAll(async () => {
  app = await startTestApp({ clock })
  admin = await app.addUser({ role: 10, username: 'admin' })
  users = [await app.addUser({}), await app.addUser({})]
  clock.advance(60_000)
  startedAtSeconds = Math.floor(clock.now() / 1_000)
  for (const [actor, action] of [
    [admin, 'disable'],
    [app.root, 'enable'],
    [app.root, 'promote'],
  ] as const) {
    await actor.post('/api/user/manage', { id: users[0]?.id, action })
    clock.advance(10_000)
  }
  await admin.put('/api/user/', { id: users[1]?.id, display_name: 'x' })
})
afterAll(() => app.close())

const readActions = async (query: string) => {
  const { body } = await admin.get(`/api/audit/?${query}`)
  return (body.data as PagedList<{ action: string }>).items.map((line) => line.action)
}

test('the audit trail is filtered by actor, action, object and time', async () => {
  const firstUser = `object_type=user&object_id=${users[0]?.id}`
  expect(await readActions(firstUser)).toEqual(['user.promote', 'user.enable', 'user.disable'])
  expect(await readActions(`actor_id=${admin.id}`)).toEqual(['user.update', 'user.disable'])
  expect(await readActions('actor_name=admin&action=user.disable')).toEqual(['user.disable'])
  expect(await readActions(`${firstUser}&start_timestamp=${startedAtSeconds + 10}`)).toEqual([
    'user.promote',
    'user.enable',
  ])
  expect(await readActions(`${firstUser}&end_timestamp=${startedAtSeconds + 10}`)).toEqual([
    'user.enable',
    'user.disable',
  ])
  expect(await readActions(`${firstUser}&action=&actor_id=&start_timestamp=0&page_size=1&p=2`)).toEqual(['user.enable'])
  expect(await readActions('actor_name=%25')).toEqual([])
})

test('a long list is counted in part, and its pages still lead to each line', async () => {
  await sql`insert into audit_logs (created_at, actor_id, actor_name, action, object_type, object_id, ip, request_id)
    with recursive series(i) as (select 1 union all select i + 1 from series where i < 10050)
    select 1, 0, '', 'many', '', i, '', '' from series`.execute(app.store.db)
  const read = async (page: number) =>
    (await admin.get(`/api/audit/?action=many&page_size=100&p=${page}`)).body.data as PagedList<AuditLine>
  expect(await read(1)).toMatchObject({ total: 10_000, total_max: 10_000, page: 1, page_size: 100 })
  expect(await read(100)).toMatchObject({ total: 10_001, total_max: 10_001 })
  const { items, ...last } = await read(101)
  expect(items.map((line) => line.object_id).at(-1)).toBe('1')
  expect(last).toEqual({ total: 10_050, page: 101, page_size: 100 })
})

test('a line contains the actor, the action, both values, and the address', async () => {
  const { body } = await admin.get('/api/audit/?action=user.disable')
  expect(body.data).toMatchObject({
    total: 1,
    items: [
      {
        actor_id: admin.id,
        actor_name: 'admin',
        object_type: 'user',
        object_id: String(users[0]?.id),
        before: '{"role":1,"status":1}',
        after: '{"role":1,"status":2}',
        ip: '192.0.2.1',
        created_at: startedAtSeconds,
      },
    ],
  })
})

test('the values of a line restore a setting, unless it was changed since then, and that is a line of its own', async () => {
  const put = (value: string, was?: string) => app.root.put('/api/option/', { key: 'RetryTimes', value, was })
  const readLines = async () => {
    const { body } = await admin.get('/api/audit/?object_type=option&object_id=RetryTimes')
    return (body.data as PagedList<AuditLine>).items.map(({ before, after }) => [before, after].map(parse))
  }
  const parse = (text: string | null): string => JSON.parse(text ?? '""')
  await put('1')
  await put('5')
  const [[before = '', after] = []] = await readLines()
  expect((await put(before, after)).body.success).toBe(true)
  expect((await readLines())[0]).toEqual(['5', '1'])
  await put('7')
  expect((await put(before, after)).body.code).toBe('option_conflict')
  expect((await readLines())[0]).toEqual(['1', '7'])
})

test('only administrators may read the audit trail', async () => {
  expect((await users[1]?.get('/api/audit/'))?.body.code).toBe('insufficient_rights')
  expect((await app.send('/api/audit/')).status).toBe(401)
})
