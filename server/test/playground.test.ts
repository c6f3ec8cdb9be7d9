import { beforeAll, describe, expect, test } from 'bun:test'
import type { StartedView } from '@sluice/contract/account-view'
import type { ApiToken } from '@sluice/contract/api-token'
import { engineNames } from './databases.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { forTests } from './for-tests.ts'
import { readUntil } from './read-until.ts'
import { startTestGateway } from './test-gateway.ts'
import type { TestRole } from './test-server.ts'
import { awaitCallRow } from './usage-rows.ts'

// The console's own chat: called with a session, paid from the account's balance.

const path = '/pg/chat/completions'
const messages = [{ role: 'user', content: 'Where does the river run?' }]
const chat = { model: 'gpt-4o', messages, group: '' }
const streamed = { ...chat, stream: true, stream_options: { include_usage: true } }

interface Refusal {
  error: { message: string; code: string; type: string }
}

describe.each([...engineNames])('the playground on %s', (engine) => {
  const gateway = forTests(() => startTestGateway({ engine, channel: { groups: ['default', 'vip', 'secret'] } }))
  beforeAll(async () => {
    await setOption('GroupRatio', '{"default":1,"vip":0.5,"secret":1}')
    await setOption('UserUsableGroups', '{"default":"standard","vip":"fast"}')
  })

  const setOption = async (key: string, value: string) => {
    await gateway.server.api('root').put('/api/option/', { key, value })
  }
  const buildHeaders = (role: TestRole): Record<string, string> => ({
    origin: gateway.server.url,
    'content-type': 'application/json',
    cookie: `session=${gateway.server.api(role).session}`,
    'new-api-user': String(gateway.server.api(role).user.id),
  })
  const call = (body: unknown, headers: Record<string, string> = buildHeaders('user'), init: RequestInit = {}) =>
    fetch(gateway.server.url + path, { method: 'POST', headers, body: JSON.stringify(body), ...init })
  const readRefusal = async (response: Response) => {
    const { error } = (await response.json()) as Refusal
    return [response.status, error.code]
  }
  const measureCharge = async (use: () => Promise<unknown>, role: TestRole = 'user') => {
    const before = await gateway.server.self(role)
    await use()
    return before.quota - (await gateway.server.self(role)).quota
  }

  test('a call is paid from the balance, and no token is charged', async () => {
    await gateway.server.makeToken('user', { name: 'beside', unlimited_quota: false, remain_quota: 5_000 })
    let response: Response | null = null
    const charged = await measureCharge(async () => {
      response = await call(streamed)
      const text = await response.text()
      expect(text).toContain(' river')
      expect(text).toContain('"usage":{"prompt_tokens":100')
      expect(text.trimEnd()).toEndWith('data: [DONE]')
    })
    // 100 in and 20 out at four times the price, at a ratio of 1.25.
    expect(charged).toBe(225)
    if (!response) throw new Error('no response')
    expect(await awaitCallRow(gateway.server, response)).toMatchObject({
      type: 2,
      quota: 225,
      token_id: 0,
      token_name: 'playground-default',
      group: 'default',
      model_name: 'gpt-4o',
      is_stream: true,
      detail: { path, end: 'complete' },
    })
    const tokens = await gateway.server.api('user').get<ApiToken[]>('/api/token/?p=0&size=100')
    expect(tokens.find(({ name }) => name === 'beside')).toMatchObject({ remain_quota: 5_000, used_quota: 0 })
  })

  test('fields for the gateway do not reach the upstream; the others do', async () => {
    const response = await call({ ...chat, group: 'vip', max_tokens: 0, temperature: 0, seed: 7 })
    expect(response.status).toBe(200)
    const [sent] = gateway.upstream.requests
    expect(sent?.path).toBe('/v1/chat/completions')
    expect(sent?.json()).toEqual({ model: 'gpt-4o', messages, temperature: 0, seed: 7 })
    const slashed = { method: 'POST', headers: buildHeaders('user'), body: JSON.stringify(chat) }
    expect((await fetch(`${gateway.server.url}/${path}/`, slashed)).status).toBe(200)
    expect(gateway.upstream.requests[1]?.path).toBe('/v1/chat/completions')
    expect(sent?.headers.cookie).toBeUndefined()
    expect(JSON.stringify(sent?.headers)).not.toContain(gateway.server.api('user').session)
  })

  test('the requested group is used, priced and logged', async () => {
    let response: Response | null = null
    const charged = await measureCharge(async () => {
      response = await call({ ...chat, group: 'vip' })
      await response.text()
    })
    // Half of 225, half away from zero.
    expect(charged).toBe(113)
    if (!response) throw new Error('no response')
    expect(await awaitCallRow(gateway.server, response)).toMatchObject({
      group: 'vip',
      token_name: 'playground-vip',
      quota: 113,
    })
  })

  test('an unservable call is refused with its code, free of charge', async () => {
    const charged = await measureCharge(async () => {
      const secret = await call({ ...chat, group: 'secret' })
      expect(await readRefusal(secret)).toEqual([403, 'group_not_allowed'])
      expect(await awaitCallRow(gateway.server, secret)).toMatchObject({
        type: 5,
        quota: 0,
        token_name: 'playground-secret',
      })
      expect(await readRefusal(await call({ messages }))).toEqual([400, 'model_required'])
      expect(await readRefusal(await call({ ...chat, group: 7 }))).toEqual([400, 'invalid_request'])
      const long = await call({ ...chat, group: 'x'.repeat(300) })
      expect(await readRefusal(long)).toEqual([400, 'invalid_request'])
      const unknown = await call({ ...chat, model: 'no-such-model' })
      expect(await readRefusal(unknown)).toEqual([404, 'model_not_found'])
      const broken = await fetch(gateway.server.url + path, {
        method: 'POST',
        headers: buildHeaders('user'),
        body: '{',
      })
      expect(await readRefusal(broken)).toEqual([400, 'invalid_json'])
    })
    expect(charged).toBe(0)
    expect(gateway.upstream.requests).toEqual([])
  })

  test('every role can call it with a session, if the balance is sufficient', async () => {
    expect(await measureCharge(async () => (await call(chat, buildHeaders('root'))).text(), 'root')).toBe(225)
    // The administrator has no balance.
    expect(await readRefusal(await call(chat, buildHeaders('admin')))).toEqual([403, 'insufficient_quota'])
  })

  test('keys, system tokens and other sites have no access', async () => {
    const own = buildHeaders('user')
    const { cookie: _, ...withoutCookie } = own
    const refused = async (headers: Record<string, string>) => readRefusal(await call(chat, headers))
    expect(await refused(withoutCookie)).toEqual([401, 'not_logged_in'])
    expect(await refused({ ...own, cookie: 'session=made-up' })).toEqual([401, 'not_logged_in'])
    const key = await gateway.server.makeToken('user')
    const systemToken = await gateway.server.api('user').get<string>('/api/user/token')
    for (const secret of [key, systemToken])
      expect(await refused({ ...withoutCookie, authorization: `Bearer ${secret}` })).toEqual([
        400,
        'access_token_not_supported',
      ])
    const { 'new-api-user': __, ...withoutUser } = own
    expect(await refused(withoutUser)).toEqual([401, 'user_header_missing'])
    expect(await refused({ ...own, 'new-api-user': '1' })).toEqual([401, 'user_header_invalid'])
    expect(await refused({ ...own, origin: 'https://evil.example' })).toEqual([403, 'cross_site_request'])
    expect(await refused({ ...own, 'sec-fetch-site': 'cross-site' })).toEqual([403, 'cross_site_request'])
    expect(await refused({ ...own, origin: 'null' })).toEqual([403, 'cross_site_request'])
    expect(gateway.upstream.requests).toEqual([])
  })

  test('its answers are not readable by other sites, and only POST calls are accepted', async () => {
    const response = await call(chat)
    await response.text()
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
    for (const method of ['GET', 'OPTIONS', 'PUT']) {
      const other = await fetch(gateway.server.url + path, { method, headers: { origin: 'https://evil.example' } })
      expect(await readRefusal(other)).toEqual([405, 'method_not_allowed'])
      expect(other.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect((await fetch(`${gateway.server.url}/pg/elsewhere`)).status).toBe(404)
  })

  test('a stopped answer is charged for the delivered part', async () => {
    const gate = Promise.withResolvers<void>()
    gateway.upstream.answerWith(fakeOpenAi({ before: { 4: () => gate.promise } }))
    const stopping = new AbortController()
    const response = await call(streamed, buildHeaders('user'), { signal: stopping.signal })
    expect(await readUntil(response, ' runs')).toContain(' river')
    stopping.abort()
    const row = await awaitCallRow(gateway.server, response)
    gate.resolve()
    expect(row).toMatchObject({ type: 2, token_name: 'playground-default', detail: { end: 'client_gone' } })
    expect(row.completion_tokens).toBeWithin(3, 6)
    expect(row.quota).toBe(Math.round(row.prompt_tokens * 1.25 + row.completion_tokens * 5))
  })

  test('limits for programs do not apply, those of the account do', async () => {
    await setOption('ModelRequestRateLimitCount', '1')
    await setOption('ModelRequestRateLimitEnabled', 'true')
    for (const _ of [1, 2]) expect((await call(chat)).status).toBe(200)
    await setOption('DefaultUserLimits', '{"rpm":1}')
    const answers = [await call(chat), await call(chat)]
    expect(answers.map(({ status }) => status)).toEqual([200, 429])
    await setOption('DefaultUserLimits', '{}')
    await setOption('ModelRequestRateLimitEnabled', 'false')
  })

  test('a caller without access to a group uses up none of its limits', async () => {
    await setOption('GroupLimits', '{"secret":{"rpm":1}}')
    for (let turn = 0; turn < 3; turn++) {
      const refused = await call({ ...chat, group: 'secret' })
      expect(await readRefusal(refused)).toEqual([403, 'group_not_allowed'])
    }
    await setOption('UserUsableGroups', '{"default":"standard","vip":"fast","secret":"now"}')
    expect((await call({ ...chat, group: 'secret' })).status).toBe(200)
    await setOption('UserUsableGroups', '{"default":"standard","vip":"fast"}')
    await setOption('GroupLimits', '{}')
  })

  test('the limits of the used group apply', async () => {
    await setOption('GroupLimits', '{"vip":{"rpm":1}}')
    const readStatus = async (group: string) => (await call({ ...chat, group })).status
    expect([await readStatus('vip'), await readStatus('vip'), await readStatus('')]).toEqual([200, 429, 200])
    await setOption('GroupLimits', '{}')
  })

  test('forbidden words do not reach a model', async () => {
    await setOption('SensitiveWords', 'river')
    expect(await readRefusal(await call(chat))).toEqual([400, 'sensitive_words_detected'])
    await setOption('SensitiveWords', '')
    expect(gateway.upstream.requests).toEqual([])
  })

  test('on a demonstration site visitors may try models: a call changes no data of the site', async () => {
    await setOption('DemoSiteEnabled', 'true')
    expect((await call(chat)).status).toBe(200)
    expect((await gateway.server.api('user').request('PUT', '/api/user/self', {})).status).toBe(405)
    await setOption('DemoSiteEnabled', 'false')
  })

  test('the header of a view is refused beside every credential, and nothing is called or charged', async () => {
    const start = `/api/user/${gateway.server.api('user').user.id}/view`
    const { view: secret } = await gateway.server.api('admin').post<StartedView>(start, {})
    const view = { 'x-sluice-view': secret }
    const key = await gateway.server.makeToken('user')
    const json = { 'content-type': 'application/json' }
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const calls: [string, RequestInit][] = [
      [path, { method: 'POST', headers: buildHeaders('admin'), body: JSON.stringify(chat) }],
      [path, { method: 'POST', headers: buildHeaders('user'), body: JSON.stringify(chat) }],
      ['/pg/videos/none', { headers: buildHeaders('admin') }],
      ['/v1/models', { headers: { authorization: `Bearer ${key}` } }],
      [
        '/v1/chat/completions',
        { method: 'POST', headers: { ...json, authorization: `Bearer ${key}` }, body: JSON.stringify(chat) },
      ],
      [
        '/v1/realtime?model=gpt-4o',
        { headers: { ...upgrade, 'sec-websocket-key': 'eA==', authorization: `Bearer ${key}` } },
      ],
    ]
    const charged = await measureCharge(async () => {
      for (const [address, { headers, ...init }] of calls) {
        const answer = await fetch(gateway.server.url + address, { ...init, headers: { ...headers, ...view } as never })
        expect({ address, status: answer.status, text: await answer.text() }).toEqual({
          address,
          status: 403,
          text: expect.stringContaining('view_is_read_only'),
        })
      }
    })
    expect(charged).toBe(0)
  })

  test('a banned account is refused at once', async () => {
    const { id } = gateway.server.api('user').user
    await gateway.server.api('root').post('/api/user/manage', { id, action: 'disable' })
    expect((await call(chat)).status).toBeWithin(401, 404)
    await gateway.server.api('root').post('/api/user/manage', { id, action: 'enable' })
  })
})
