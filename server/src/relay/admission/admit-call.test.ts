import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { readFailure } from '../../core/test-failures.ts'
import { endCall } from '../call/relay-call.ts'
import { identifyCall } from '../entry/identify-call.ts'
import { chatBody, firstBalance, openTestRelay, type TestAccount, type TestRelay } from '../test-relay.ts'
import { admitCall } from './admit-call.ts'

let relay: TestRelay
const options = {
  ModelRatio: { 'gpt-4o': 1, dear: 100 },
  CompletionRatio: { 'gpt-4o': 4 },
  'billing_setting.billing_mode': {
    tiered: 'tiered_expr',
    broken: 'tiered_expr',
    numbered: 'tiered_expr',
    falling: 'tiered_expr',
  },
  'billing_setting.billing_expr': {
    tiered: 'tier("base", p*2 + c*8) * (param("service_tier") == "priority" ? 2 : 1)',
    broken: 'p * secret(2)',
    numbered: 'p * param("secret_number")',
    falling: 'len > 5 && len < 500 && param("secret") == nil ? 0 - 1 : p',
  },
  GroupRatio: { default: 1, vip: 3 },
  UserUsableGroups: { default: '', vip: '', auto: '' },
  AutoGroups: ['default', 'vip'],
  CheckSensitiveEnabled: 'true',
  CheckSensitiveOnPromptEnabled: 'true',
  SensitiveWords: 'forbidden',
}
beforeAll(async () => {
  relay = await openTestRelay()
  await relay.setOptions(options)
})
afterEach(() => relay.removeChannels())
afterAll(() => relay.close())

/** A call that has passed the first stage. */
async function identify({ key }: TestAccount, body: object = {}, path = '/v1/chat/completions') {
  const { call, request, soFar } = relay.arrive(key, chatBody(body), { path })
  return { call, soFar, identified: await identifyCall(relay.tools, call, request, soFar) }
}
async function admit(account: TestAccount, body: object = {}, path?: string) {
  const { call, soFar, identified } = await identify(account, body, path)
  return { call, soFar, ...(await admitCall(relay.tools, call, identified, soFar)) }
}

test('an admitted call has its price, its money on hold, and the channels of its group', async () => {
  const id = await relay.addChannel({ models: 'gpt-4o' })
  const account = await relay.addAccount()
  const { call, admitted, router, soFar } = await admit(account)
  const { inputTokens, reservation } = admitted
  expect(admitted).toMatchObject({ group: 'default', routedModel: 'gpt-4o', terms: { groupRatio: 1 }, screen: null })
  // The input, and 100 tokens of output at four times its price.
  expect(inputTokens).toBeGreaterThan(0)
  expect(reservation.amount as number).toBe(inputTokens + 400)
  expect(await relay.readLeft(account)).toBe(firstBalance - inputTokens - 400)
  expect(soFar.group).toBe('default')
  expect(router.next()?.channel.id).toBe(id)
  expect(router.next()).toBeNull()
  await reservation.release(null)
  expect(await relay.readLeft(account)).toBe(firstBalance)
  endCall(call)
})

test('a price expression answers to the request, and stays as it was when the call arrived', async () => {
  await relay.addChannel({ models: 'tiered' })
  const account = await relay.addAccount()
  for (const [service_tier, factor] of [
    ['default', 1],
    ['priority', 2],
  ] as const) {
    const { call, admitted } = await admit(account, { model: 'tiered', service_tier })
    const { inputTokens, reservation, terms } = admitted
    expect(reservation.amount as number).toBe((inputTokens + 400) * factor)
    expect(terms.price.base).toMatchObject({ kind: 'expression', answers: [factor === 2] })
    await reservation.release(null)
    endCall(call)
  }
})

test('the caller of a model with an unusable expression sees neither it nor its fault', async () => {
  const account = await relay.addAccount()
  await relay.setOptions({ ...options, SelfUseModeEnabled: 'true' })
  for (const model of ['broken', 'numbered', 'falling']) {
    await relay.addChannel({ models: model })
    const failure = await readFailure(admit(account, { model }))
    expect(failure).toMatchObject({ code: 'model_price_error' })
    expect(String(failure)).not.toMatch(/secret|character|expression/)
  }
  await relay.setOptions({ ...options, SelfUseModeEnabled: 'false' })
})

describe('a call is refused, and holds nothing', () => {
  interface Case {
    code: string
    channel?: Parameters<TestRelay['addChannel']>[0]
    user?: object
    token?: object
    body?: object
    balance?: number
    /** Calls before it, which are over. */
    earlier?: number
  }
  const cases: [string, Case][] = [
    ['whose token may not use the model', { code: 'model_not_allowed', token: limitedTo('gpt-3.5') }],
    ['for a model that no channel has', { code: 'model_not_found', body: { model: 'nothing' } }],
    [
      'for a model without a price',
      { code: 'model_price_error', channel: { models: 'free' }, body: { model: 'free' } },
    ],
    ['from an address that the token does not allow', { code: 'ip_not_allowed', token: { allow_ips: '10.0.0.1' } }],
    ['whose prompt no channel takes', { code: 'prompt_too_long', channel: { max_input_tokens: 1 } }],
    [
      'whose long prompt no channel takes',
      {
        code: 'prompt_too_long',
        channel: { max_input_tokens: 1_000 },
        body: saying('word '.repeat(100_000)),
        balance: 10_000_000,
      },
    ],
    ['with a forbidden word', { code: 'sensitive_words_detected', body: saying('a FORBIDDEN river') }],
    ['whose account cannot pay', { code: 'insufficient_user_quota', balance: 50 }],
    [
      'whose token cannot pay',
      { code: 'pre_consume_token_quota_failed', token: { unlimited_quota: 0, remain_quota: 50 } },
    ],
    ['whose token is empty', { code: 'api_key_exhausted', token: { unlimited_quota: 0, remain_quota: 0 } }],
    ['beyond a limit on tokens', { code: 'tokens_limit_reached', token: { limits: '{"tpm":150}' }, earlier: 1 }],
    ['beyond a limit on money', { code: 'spend_limit_reached', user: { limits: '{"spend_day":50}' } }],
  ]
  test.each(cases)('%s', async (_name, { code, channel, user, token, body, balance = firstBalance, earlier = 0 }) => {
    await relay.addChannel({ models: 'gpt-4o', ...channel })
    const account = await relay.addAccount(user, token, balance)
    for (let turn = 0; turn < earlier; turn++) await admitAndSettle(account)
    const { call, identified, soFar } = await identify(account, body)
    expect(await readFailure(admitCall(relay.tools, call, identified, soFar))).toMatchObject({ code })
    expect(await relay.readLeft(account)).toBe(balance)
    endCall(call)
  })

  async function admitAndSettle(account: TestAccount) {
    const { call, admitted } = await admit(account)
    // Nothing is charged, and its tokens count.
    await admitted.reservation.release(null)
    call.limits.settled(0, 120)
    endCall(call)
  }
  function limitedTo(models: string) {
    return { model_limits_enabled: 1, model_limits: models }
  }
  function saying(content: string) {
    return { messages: [{ role: 'user', content }] }
  }

  test('while every channel rests', async () => {
    const id = await relay.addChannel({ models: 'gpt-4o' })
    const account = await relay.addAccount()
    const place = { userId: account.userId, model: 'gpt-4o' }
    const failure = { userId: null, retryAfterMs: null, cause: 'network' as const }
    for (let call = 0; call < 5; call++) relay.tools.health.begin(id, 'sk-upstream', place).failed(failure)
    const failed = await readFailure(admit(account))
    expect(failed).toMatchObject({ code: 'no_available_channel', retryAfterSeconds: 30 })
    expect(await relay.readLeft(account)).toBe(firstBalance)
  })

  test('that continues the stored answer of another account', async () => {
    const id = await relay.addChannel({ models: 'gpt-4o' })
    const [owner, stranger] = [await relay.addAccount(), await relay.addAccount()]
    relay.tools.objectOwners.remember(owner.userId, { channelId: id, key: 'sk-upstream' }, ['resp_1'])
    const body = { previous_response_id: 'resp_1', input: 'And then?', max_output_tokens: 100 }
    expect(await readFailure(admit(stranger, body, '/v1/responses'))).toMatchObject({ status: 400 })
    expect(await relay.readLeft(stranger)).toBe(firstBalance)
    const { admitted, router } = await admit(owner, body, '/v1/responses')
    expect(router.next()).toMatchObject({ channel: { id }, why: { by: 'stored' } })
    await admitted.reservation.release(null)
  })
})

describe('a call that tries several groups', () => {
  const channels = async () => {
    await relay.addChannel({ models: 'gpt-4o', group_names: 'default' })
    return await relay.addChannel({ models: 'gpt-4o', group_names: 'vip' })
  }
  const auto = { group_name: 'auto', cross_group_retry: 1 }

  test('moves on to the next one, at its ratio and with more on hold', async () => {
    const vip = await channels()
    const account = await relay.addAccount({}, auto)
    const { admitted, enterNextGroup } = await admit(account)
    const first = admitted.reservation.amount as number
    const next = await enterNextGroup()
    expect(next?.call).toMatchObject({ group: 'vip', terms: { groupRatio: 3 } })
    expect(next?.router.next()?.channel.id).toBe(vip)
    expect(await relay.readLeft(account)).toBe(firstBalance - 3 * first)
    expect(await enterNextGroup()).toBeNull()
    await admitted.reservation.release(null)
  })

  test('does not move on where its money is not enough', async () => {
    await channels()
    const account = await relay.addAccount({}, auto, 600)
    const { admitted, enterNextGroup } = await admit(account)
    expect(await enterNextGroup()).toBeNull()
    expect(await relay.readLeft(account)).toBe(600 - admitted.reservation.amount)
    await admitted.reservation.release(null)
  })
})
