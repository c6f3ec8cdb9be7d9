import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { type ApiToken, apiTokensPerUserMax } from '@sluice/contract/api-token'
import { createManualClock } from '../../platform/test-clock.ts'
import type { Invalidation } from '../../state/snapshot.ts'
import { setOptions, startTestApp, type TestAnswer, type TestApp, type TestClient } from '../test-app.ts'
import { maskKey } from './key-form.ts'

const clock = createManualClock(Date.UTC(2026, 10, 20))
const nowSeconds = () => Math.floor(clock.now() / 1000)
let app: TestApp
let user: TestClient
let other: TestClient
let published: Invalidation[] = []

beforeAll(async () => {
  app = await startTestApp({ clock })
  user = await app.addUser()
  other = await app.addUser()
  app.state.subscribe((change) => published.push(change))
})
afterEach(async () => {
  await app.store.db.deleteFrom('api_tokens').execute()
  published = []
})
afterAll(() => app.close())

const tokenOf = (answer: TestAnswer): ApiToken => answer.body.data as ApiToken
const listOf = (answer: TestAnswer): ApiToken[] => answer.body.data as ApiToken[]
async function addToken(more: object = {}, client = user): Promise<ApiToken> {
  const answer = await client.post('/api/token/', { name: 'main', ...more })
  expect(answer.body).toMatchObject({ success: true })
  return tokenOf(answer)
}
const readRow = (id: number) =>
  app.store.db.selectFrom('api_tokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test.each([
  ['GET', '/api/token/'],
  ['GET', '/api/token/search'],
  ['POST', '/api/token/search'],
  ['GET', '/api/token/1'],
  ['POST', '/api/token/'],
  ['POST', '/api/token/batch'],
  ['PUT', '/api/token/'],
  ['DELETE', '/api/token/1'],
])('%s %s needs a session', async (method, path) => {
  expect((await app.send(path, { method })).status).toBe(401)
})

test('a token is never listed without its quota', async () => {
  let isOver = false
  const seen = new Set<number>()
  const reading = (async () => {
    while (!isOver)
      for (const { remain_quota: remain } of listOf(await user.get('/api/token/?p=0&size=100'))) seen.add(remain)
  })()
  const names = Array.from({ length: 20 }, (_, at) => `part ${at}`)
  for (let turn = 0; turn < 3; turn++)
    await user.post('/api/token/batch', { names, unlimited_quota: false, remain_quota: 1_234 })
  isOver = true
  await reading
  expect([...seen]).toEqual([1_234])
})

test('drawing settings are stored as one object, cleared by null, and validated', async () => {
  const drawing = { mode: 'relax', pictures: 'mirror', mirror: 'https://m.example', fallback: false }
  const { id } = await addToken({ drawing })
  expect(tokenOf(await user.get(`/api/token/${id}`)).drawing).toEqual(drawing as never)
  await user.put('/api/token/', { id, name: 'renamed' })
  expect(tokenOf(await user.get(`/api/token/${id}`)).drawing).toEqual(drawing as never)
  await user.put('/api/token/', { id, drawing: null })
  expect(tokenOf(await user.get(`/api/token/${id}`)).drawing).toEqual({})
  const refused = await user.put('/api/token/', {
    id,
    drawing: { pictures: 'mirror', mirror: 'http://m.example' },
  })
  expect(refused.body).toMatchObject({ success: false, code: 'invalid_parameters' })
  expect(JSON.stringify(refused.body)).toContain('drawing.mirror')
})

describe('creating', () => {
  test('creates a key of 48 letters and digits, and stores it encrypted', async () => {
    const [first, second] = [await addToken(), await addToken()]
    expect(first.key).toMatch(/^[0-9A-Za-z]{48}$/)
    expect(second.key).not.toBe(first.key)
    expect(first).toMatchObject({
      user_id: user.id,
      status: 1,
      remain_quota: 500_000,
      used_quota: 0,
      unlimited_quota: false,
      expired_time: -1,
      group: '',
      DeletedAt: null,
    })
    const row = await readRow(first.id)
    expect(JSON.stringify(row)).not.toContain(first.key)
    expect(row.granted_quota).toBe(500_000)
    expect(published).toContainEqual({ kind: 'token', id: first.id })
  })

  test.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(31) }],
    ['remain_quota', { remain_quota: -1 }],
    ['remain_quota', { remain_quota: 2 ** 53 }],
    ['remain_quota', { remain_quota: 1.5 }],
    ['remain_quota', { remain_quota: 'many' }],
    ['expired_time', { expired_time: 1_000 }],
    ['expired_time', { expired_time: -2 }],
    ['group', { group: 'svip' }],
    ['group', { group: 'nowhere' }],
    ['allow_ips', { allow_ips: '1.2.3.4\nexample.com' }],
    ['model_limits', { model_limits: 'x'.repeat(16_385) }],
    ['deny_ips', { deny_ips: '1.2.3.4\n10.0.0.0/99' }],
    ['rate_limit_count', { rate_limit_count: -1 }],
    ['rate_limit_minutes', { rate_limit_minutes: 0 }],
    ['rate_limit_message', { rate_limit_message: 'x'.repeat(501) }],
    ['limits.rpm', { limits: { rpm: 1.5 } }],
    ['limits.spend_day', { limits: { spend_day: -1 } }],
  ])('a wrong %s is refused by field: %#', async (field, wrong) => {
    const answer = await user.post('/api/token/', { name: 'main', ...wrong })
    expect(answer.body.success).toBe(false)
    expect(answer.body.fields).toHaveProperty([field])
    expect((await user.get('/api/token/')).body.total).toBe(0)
  })

  test('the refusal of an address list names the wrong line', async () => {
    const answer = await user.post('/api/token/', { name: 'a', allow_ips: '10.0.0.0/8\n10.0.0.0/99' })
    expect(answer.body.message).toContain('10.0.0.0/99')
  })

  test('several tokens created together differ only in name and key, and each has its own quota', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `batch ${index}`)
    const made = listOf(await user.post('/api/token/batch', { names, remain_quota: 7, group: 'vip' }))
    expect(made.map(({ name }) => name)).toEqual(names)
    expect(new Set(made.map(({ key }) => key)).size).toBe(100)
    for (const token of made) expect(token).toMatchObject({ remain_quota: 7, group: 'vip', user_id: user.id })
    expect((await user.get('/api/token/')).body.total).toBe(100)
    expect((await readRow(made[99]?.id ?? 0)).granted_quota).toBe(7)
  })

  test.each([
    ['names', { names: [] }],
    ['names', { names: Array.from({ length: 101 }, () => 'x') }],
    ['names.1', { names: ['fits', ' '] }],
    ['names.1', { names: ['fits', 'x'.repeat(31)] }],
    ['group', { names: ['one', 'two'], group: 'nowhere' }],
    ['remain_quota', { names: ['one', 'two'], remain_quota: -1 }],
  ])('no token is created if a field is wrong: %s %#', async (field, body) => {
    const answer = await user.post('/api/token/batch', body)
    expect(answer.body.fields).toHaveProperty([field])
    expect((await user.get('/api/token/')).body.total).toBe(0)
  })

  test('none of several tokens is created if the account would have too many', async () => {
    const first = await addToken()
    const row = await readRow(first.id)
    const rows = Array.from({ length: apiTokensPerUserMax - 2 }, (_, index) => ({
      ...row,
      id: first.id + 1 + index,
      key_hash: `filler ${index}`,
    }))
    for (let start = 0; start < rows.length; start += 50)
      await app.store.db
        .insertInto('api_tokens')
        .values(rows.slice(start, start + 50))
        .execute()
    const refused = await user.post('/api/token/batch', { names: ['one', 'two'] })
    expect(refused.body).toMatchObject({ code: 'api_tokens_full', params: { limit: apiTokensPerUserMax } })
    expect((await user.get('/api/token/')).body.total).toBe(apiTokensPerUserMax - 1)
  })

  test('stores the restrictions, but ignores a given owner or key', async () => {
    const token = await addToken({
      group: 'vip',
      model_limits_enabled: true,
      model_limits: 'b, a,b',
      allow_ips: '10.0.0.0/8, ::1',
      remain_quota: 7,
      user_id: other.id,
      key: 'mine',
      used_quota: 99,
    })
    expect(token).toMatchObject({
      user_id: user.id,
      group: 'vip',
      model_limits_enabled: true,
      model_limits: 'b,a',
      allow_ips: '10.0.0.0/8\n::1',
      remain_quota: 7,
      used_quota: 0,
    })
    expect(token.key).not.toBe('mine')
  })

  test.each([' , ', '\n', ',\r\n ,'])('an address list of separators only is empty: %j', async (text) => {
    expect(await addToken({ allow_ips: text, deny_ips: text })).toMatchObject({ allow_ips: '', deny_ips: '' })
  })

  test('limits and denied addresses are stored, and replaced as a whole', async () => {
    const limits = { rpm: 60, tpm: 0, concurrency: 2, spend_day: 500_000, spend_month: 5_000_000 }
    const fields = {
      deny_ips: '10.0.0.9\n2001:db8::/32',
      rate_limit_enabled: true,
      rate_limit_count: 5,
      rate_limit_minutes: 10,
      rate_limit_message: 'Come back after the break.',
    }
    const token = await addToken({ ...fields, limits: { ...limits, unknown: 1 } })
    expect(token).toMatchObject(fields)
    expect(token.limits).toEqual(limits)
    const changed = await user.put('/api/token/', { id: token.id, limits: { rpm: 5 }, deny_ips: null })
    expect(tokenOf(changed)).toMatchObject({ ...fields, deny_ips: '', limits: { rpm: 5 } })
    expect(tokenOf(changed).limits).toEqual({ rpm: 5 })
    const cleared = await user.put('/api/token/', { id: token.id, limits: null })
    expect(tokenOf(cleared)).toMatchObject({ ...fields, deny_ips: '', limits: {} })
    expect((await readRow(token.id)).limits).toBeNull()
  })

  test('the operator lowers the number of tokens of an account, and existing ones stay', async () => {
    const [first] = [await addToken(), await addToken()]
    await setOptions(app, { 'token_setting.max_user_tokens': '1' })
    try {
      const full = { code: 'api_tokens_full', params: { limit: 1 } }
      expect((await user.post('/api/token/', { name: 'one more' })).body).toMatchObject(full)
      await user.delete(`/api/token/${first.id}`)
      expect((await user.post('/api/token/', { name: 'one more' })).body).toMatchObject(full)
      expect((await user.get('/api/token/')).body.total).toBe(1)
    } finally {
      await setOptions(app, { 'token_setting.max_user_tokens': String(apiTokensPerUserMax) })
    }
  })

  test('an account has at most the allowed number of tokens', async () => {
    const first = await readRow((await addToken()).id)
    const { id: _, ...copy } = first
    const rows = Array.from({ length: apiTokensPerUserMax - 1 }, (_, index) => ({
      ...copy,
      key_hash: `h${index}`,
    }))
    for (let at = 0; at < rows.length; at += 100)
      await app.store.db
        .insertInto('api_tokens')
        .values(rows.slice(at, at + 100))
        .execute()
    expect((await user.post('/api/token/', { name: 'one more' })).body.code).toBe('api_tokens_full')
    await user.delete(`/api/token/${first.id}`)
    expect((await user.post('/api/token/', { name: 'one more' })).body.success).toBe(true)
  })
})

test('an account can neither see nor change tokens of another account', async () => {
  const token = await addToken()
  const missing = { success: false, code: 'not_found' }
  expect((await other.get('/api/token/')).body).toMatchObject({ data: [], total: 0 })
  expect((await other.get(`/api/token/search?token=${token.key}`)).body.data).toEqual([])
  expect((await other.post('/api/token/search', { token: token.key })).body.data).toEqual([])
  const found = await user.post('/api/token/search', { token: token.key, page: 1, page_size: 10 })
  expect(found.body.data).toMatchObject({ total: 1, page: 1, page_size: 10, items: [{ id: token.id }] })
  expect((await other.get(`/api/token/${token.id}`)).body).toMatchObject(missing)
  expect((await other.put('/api/token/', { id: token.id, name: 'theirs' })).body).toMatchObject(missing)
  expect((await other.put('/api/token/?status_only=true', { id: token.id, status: 2 })).body).toMatchObject(missing)
  expect((await other.delete(`/api/token/${token.id}`)).body).toMatchObject(missing)
  expect((await app.root.get(`/api/token/${token.id}`)).body).toMatchObject(missing)
  expect(tokenOf(await user.get(`/api/token/${token.id}`))).toMatchObject({ name: 'main', status: 1 })
})

describe('lists', () => {
  test('count pages from 0, accept size, show the newest first, and have the total beside the array', async () => {
    for (let index = 0; index < 12; index++) await addToken({ name: `t${index}` })
    const first = await user.get('/api/token/?p=0&size=5')
    expect(first.body).toMatchObject({ total: 12, page: 0, page_size: 5 })
    expect(listOf(first).map((token) => token.name)).toEqual(['t11', 't10', 't9', 't8', 't7'])
    expect(listOf(await user.get('/api/token/?p=2&size=5'))).toHaveLength(2)
    expect(listOf(await user.get('/api/token/'))).toHaveLength(10)
    expect((await user.get('/api/token/?p=-4&size=1000')).body).toMatchObject({ page: 0, page_size: 100 })
  })

  test('search a name literally, and a key only as a whole', async () => {
    const token = await addToken({ name: '50%_off' })
    await addToken({ name: '500 off' })
    const names = async (query: string) => listOf(await user.get(`/api/token/search?${query}`)).map(({ name }) => name)
    expect(await names(`keyword=${encodeURIComponent('0%_')}`)).toEqual(['50%_off'])
    expect(await names('keyword=OFF')).toHaveLength(2)
    expect(await names(`token=${token.key}`)).toEqual(['50%_off'])
    expect(await names(`token=sk-${token.key}`)).toEqual(['50%_off'])
    expect(await names(`token=sk-${token.key}-12`)).toEqual(['50%_off'])
    expect(await names(`token=${token.key.slice(0, 20)}`)).toEqual([])
    expect(await names(`keyword=500&token=${token.key}`)).toEqual([])
  })

  test('show tokens as expired or exhausted without writing to the database', async () => {
    const expiring = await addToken({ name: 'e', expired_time: nowSeconds() + 5 })
    const empty = await addToken({ name: 'q', remain_quota: 0 })
    clock.advance(6_000)
    const statuses = Object.fromEntries(
      listOf(await user.get('/api/token/')).map((token) => [token.name, token.status]),
    )
    expect(statuses).toEqual({ e: 3, q: 4 })
    expect((await readRow(expiring.id)).status).toBe(1)
    expect((await readRow(empty.id)).status).toBe(1)
  })
})

describe('updating', () => {
  test('changes the given fields, informs the relay, and keeps the rest', async () => {
    const token = await addToken({ remain_quota: 10, model_limits: 'a', group: 'vip' })
    published = []
    const answer = await user.put('/api/token/', { id: token.id, name: 'new', allow_ips: null })
    expect(tokenOf(answer)).toEqual({ ...token, key: maskKey(token.key), name: 'new', allow_ips: '' })
    expect(published).toEqual([{ kind: 'token', id: token.id }])
  })

  test('sending a token back as it was read changes nothing', async () => {
    const token = await addToken({ expired_time: nowSeconds() + 5, remain_quota: 0 })
    clock.advance(6_000)
    const shown = tokenOf(await user.get(`/api/token/${token.id}`))
    expect(shown.status).toBe(3)
    expect(tokenOf(await user.put('/api/token/', shown))).toEqual(shown)
  })

  test('the quota is set to the value, or changed by the difference to the value that the form loaded', async () => {
    const { id } = await addToken({ remain_quota: 100 })
    const remain = async (body: object) => tokenOf(await user.put('/api/token/', { id, ...body })).remain_quota
    expect(await remain({ remain_quota: 40 })).toBe(40)
    expect(await remain({ remain_quota: 150, remain_quota_loaded: 100 })).toBe(90)
    expect(await remain({ remain_quota: 100, remain_quota_loaded: 100 })).toBe(90)
    const row = await readRow(id)
    expect(row.granted_quota).toBe(row.remain_quota + row.used_quota)
    expect((await user.put('/api/token/', { id, remain_quota: -1 })).body.fields).toHaveProperty('remain_quota')
  })

  test('an unlimited token with a quota below 0 can be edited and sent back', async () => {
    const { id } = await addToken({ unlimited_quota: true })
    await app.store.db.updateTable('api_tokens').set({ remain_quota: -50 }).where('id', '=', id).execute()
    const shown = tokenOf(await user.get(`/api/token/${id}`))
    expect(shown).toMatchObject({ status: 1, remain_quota: -50 })
    expect(tokenOf(await user.put('/api/token/', { ...shown, name: 'b' }))).toEqual({ ...shown, name: 'b' })
    expect(tokenOf(await user.put('/api/token/', { id, unlimited_quota: false })).status).toBe(4)
    expect((await user.put('/api/token/', { id, remain_quota: -1 })).body.fields).toHaveProperty('remain_quota')
  })

  test('only the status is written with status_only', async () => {
    const token = await addToken()
    const path = '/api/token/?status_only=true'
    const off = await user.put(path, { id: token.id, status: 2, name: 'ignored', remain_quota: 1 })
    expect(tokenOf(off)).toEqual({ ...token, key: maskKey(token.key), status: 2 })
    expect(tokenOf(await user.put(path, { id: token.id, status: 1 })).status).toBe(1)
  })

  test('enabling an expired or exhausted token is refused with the change that is needed first', async () => {
    const path = '/api/token/?status_only=1'
    const { id } = await addToken({ expired_time: nowSeconds() + 5, remain_quota: 3 })
    clock.advance(6_000)
    expect((await user.put(path, { id, status: 1 })).body.message).toContain('expiry')
    const longer = await user.put('/api/token/', { id, status: 1, expired_time: -1, remain_quota: 0 })
    expect(longer.body.message).toContain('quota')
    await user.put('/api/token/', { id, expired_time: -1 })
    await user.put(path, { id, status: 2 })
    expect(tokenOf(await user.put(path, { id, status: 1 })).status).toBe(1)
  })

  test('a group that is no longer usable stays, but cannot be selected again', async () => {
    const { id } = await addToken({ group: 'vip' })
    const setUsableGroups = (value: string) => app.root.put('/api/option/', { key: 'UserUsableGroups', value })
    expect((await setUsableGroups('{"default":"d"}')).body.success).toBe(true)
    expect((await user.put('/api/token/', { id, name: 'x', group: 'vip' })).body.success).toBe(true)
    expect((await user.put('/api/token/', { id, group: 'svip' })).body.fields).toHaveProperty('group')
    expect((await user.put('/api/token/', { id, group: '' })).body.success).toBe(true)
    expect((await user.put('/api/token/', { id, group: 'vip' })).body.fields).toHaveProperty('group')
    await setUsableGroups('{"default":"d","vip":"v"}')
  })

  test('an update without an id is refused', async () => {
    expect((await user.put('/api/token/', { name: 'x' })).body).toMatchObject({ code: 'invalid_parameters' })
  })
})

test('a deleted token is not found by its owner, and its row is kept for the ledger', async () => {
  const { id, key } = await addToken()
  expect((await user.delete(`/api/token/${id}/`)).body).toMatchObject({ success: true })
  expect((await user.get(`/api/token/${id}`)).body).toMatchObject({ code: 'not_found' })
  expect((await user.get(`/api/token/search?token=${key}`)).body.data).toEqual([])
  expect((await user.delete(`/api/token/${id}`)).body).toMatchObject({ code: 'not_found' })
  expect((await readRow(id)).deleted_at).toBe(clock.now())
  expect(published.at(-1)).toEqual({ kind: 'token', id })
})
