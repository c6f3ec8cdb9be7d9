import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { withhold } from '@sluice/contract/admin-rights'
import { roles, tokenStatus, userStatus } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import { readFailure } from '../../core/test-failures.ts'
import { endCall } from '../call/relay-call.ts'
import { chatBody, openTestRelay, type TestAccount, type TestRelay } from '../test-relay.ts'
import { identifyCall } from './identify-call.ts'

let relay: TestRelay
let account: TestAccount
beforeAll(async () => {
  relay = await openTestRelay({ MAX_INFLIGHT_PER_USER: '1', MAX_BODY_MB: '1', BODY_MEMORY_MB: '1' })
  account = await relay.addAccount()
})
afterAll(() => relay.close())

/** Identifies a call and ends it. Its error, and what was known of it. */
async function identify(...args: Parameters<TestRelay['arrive']>) {
  const { call, request, soFar } = relay.arrive(...args)
  const failure = await readFailure(identifyCall(relay.tools, call, request, soFar))
  endCall(call)
  return { failure, soFar }
}

test('a call is identified by its key, and its body is read', async () => {
  const { call, request, soFar } = relay.arrive(account.key, chatBody({ stream: true }))
  const identified = await identifyCall(relay.tools, call, request, soFar)
  expect(identified).toMatchObject({
    caller: { userId: account.userId, tokenId: account.tokenId },
    pinnedChannelId: null,
    fields: { max_tokens: 100 },
    request: { model: 'gpt-4o', isStream: true, maxOutputTokens: 100 },
  })
  expect(soFar).toEqual({ caller: identified.caller, model: 'gpt-4o', group: null, isStream: true })
  endCall(call)
})

test('a byte order mark before the body is ignored, and not sent on', async () => {
  const text = JSON.stringify(chatBody())
  const { call, request, soFar } = relay.arrive(account.key, `\uFEFF${text}`)
  const { body, fields } = await identifyCall(relay.tools, call, request, soFar)
  expect(fields.model).toBe('gpt-4o')
  expect(Buffer.from(body.bytes)).toEqual(Buffer.from(text))
  const place = body.fields.get('model')
  expect(Buffer.from(body.bytes.subarray(place?.start, place?.end)).toString()).toBe('"gpt-4o"')
  endCall(call)
})

test('a call holds a place of its account until it ends', async () => {
  const first = relay.arrive(account.key, chatBody())
  await identifyCall(relay.tools, first.call, first.request, first.soFar)
  expect((await identify(account.key, chatBody())).failure).toMatchObject({ status: 429 })
  endCall(first.call)
  expect((await identify(account.key, chatBody())).failure).toBeNull()
})

describe('a call is refused', () => {
  const cases: [string, string, () => Promise<Parameters<TestRelay['arrive']>>][] = [
    ['without a key', 'missing_api_key', async () => [null, chatBody()]],
    ['with an unknown key', 'invalid_api_key', async () => ['nobody', chatBody()]],
    ['with a disabled token', 'api_key_disabled', () => callOf({}, { status: tokenStatus.disabled })],
    ['with an expired token', 'api_key_expired', () => callOf({}, { expires_at: relay.clock.now() })],
    ['with a used-up token', 'api_key_exhausted', () => callOf({}, { status: tokenStatus.exhausted })],
    ['of a banned account', 'user_banned', () => callOf({ status: userStatus.banned })],
    ['with a group that its account may not use', 'group_not_allowed', () => callOf({}, { group_name: 'secret' })],
    ['that names a channel', 'channel_pin_not_allowed', () => callOf({}, {}, '-7')],
    [
      'that names a channel, of an administrator without the right',
      'channel_pin_not_allowed',
      () => callOf({ role: roles.admin, withheld_rights: withhold(0, { channel: { operate: false } }) }, {}, '-7'),
    ],
    ['that names no channel', 'channel_pin_invalid', () => callOf({ role: roles.admin }, {}, '-x')],
    ['beyond a limit', 'requests_limit_reached', () => callOf({ limits: '{"rpm":1}' }, {}, '', 1)],
    ['whose body is no JSON', 'invalid_json', async () => [account.key, '{"model":']],
    ['whose body is too large', 'request_too_large', async () => [account.key, 'x'.repeat(1_048_577)]],
    ['whose body names a field twice', 'invalid_request', async () => [account.key, '{"model":"a","Model":"b"}']],
  ]
  test.each(cases)('%s: %s', async (_name, code, arrange) => {
    const args = await arrange()
    const { failure } = await identify(...args)
    expect(failure).toMatchObject({ code })
    // Nothing of it is left: no place of the account, no memory for its body.
    expect((await identify(account.key, chatBody({ note: 'x'.repeat(900_000) }))).failure).toBeNull()
  })

  async function callOf(user: object, token = {}, pin = '', earlier = 0): Promise<Parameters<TestRelay['arrive']>> {
    const { key } = await relay.addAccount(user, token)
    for (let call = 0; call < earlier; call++) expect((await identify(key, chatBody())).failure).toBeNull()
    return [key + pin, chatBody()]
  }

  test('and its caller is known as soon as the key is verified', async () => {
    expect((await identify(account.key, '{')).soFar.caller?.userId).toBe(account.userId)
    const limited = await relay.addAccount({ limits: '{"rpm":1}' })
    await identify(limited.key, chatBody())
    const { soFar } = await identify(limited.key, chatBody())
    expect([soFar.caller?.userId, soFar.model]).toEqual([limited.userId, null])
    expect((await identify('nobody', chatBody())).soFar.caller).toBeNull()
  })
})

test('a call that ended while its body was read goes no further', async () => {
  const { call, request, soFar } = relay.arrive(account.key, chatBody())
  const identifying = readFailure(identifyCall(relay.tools, call, request, soFar))
  const gone = new GatewayError('client_closed_request')
  call.abort.abort(gone)
  expect(await identifying).toBe(gone)
  endCall(call)
})

describe('a call of the playground', () => {
  const path = '/pg/chat/completions'
  test('uses the account of the session, and the group that its body names', async () => {
    const admitPerson = async () => ({ id: account.userId })
    const body = chatBody({ group: 'default', max_tokens: 0 })
    const { call, request, soFar } = relay.arrive(null, body, { path, admitPerson })
    const { caller, fields } = await identifyCall(relay.tools, call, request, soFar)
    expect(caller).toMatchObject({ userId: account.userId, tokenId: null, tokenGroup: 'default' })
    expect(fields).toEqual({ model: 'gpt-4o', messages: chatBody().messages })
    expect(soFar.caller).toBe(caller)
    endCall(call)
  })

  test('is refused without a session, and with a group of others', async () => {
    const refuse = () => Promise.reject(new GatewayError('not_logged_in'))
    expect((await identify(account.key, chatBody(), { path, admitPerson: refuse })).failure).toMatchObject({
      code: 'not_logged_in',
    })
    const admitPerson = async () => ({ id: account.userId })
    const other = await identify(null, chatBody({ group: 'secret' }), { path, admitPerson })
    expect(other.failure).toMatchObject({ code: 'group_not_allowed' })
    expect((await identify(null, chatBody(), { path, admitPerson })).failure).toBeNull()
  })
})
