import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import { readFailure } from '../../core/test-failures.ts'
import { endCall } from '../call/relay-call.ts'
import { chatAnswer, openTestRelay, refusalAnswer, type TestAccount, type TestRelay } from '../test-relay.ts'
import { admitTestCall } from './test-attempts.ts'
import { tryChannels } from './try-channels.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await openTestRelay()
  await relay.setOptions({
    ModelRatio: { 'gpt-4o': 1 },
    RetryTimes: '2',
    GroupRatio: { default: 1, vip: 3 },
    UserUsableGroups: { default: '', vip: '', auto: '' },
    AutoGroups: ['default', 'vip'],
  })
})
afterEach(() => relay.removeChannels())
afterAll(() => relay.close())

/** Makes the attempts of a call, and ends it. Its hold is left to the last stage. */
async function attempt(account: TestAccount, body: object = {}) {
  const { call, admitted, router, enterNextGroup } = await admitTestCall(relay, account, body)
  const current = { call: admitted }
  const result = await tryChannels(relay.tools, current, { router, enterNextGroup }).catch((error: unknown) => error)
  endCall(call)
  await admitted.reservation.release(null)
  const { attempts } = call
  return { result, current, tried: attempts.map((one) => [one.channel_id, one.status, one.cause]), attempts }
}

test('the next channel is tried until one answers; a visit is over when its call is', async () => {
  const [bad, dead, good] = [await add(9), await add(8), await add(7)]
  const account = await relay.addAccount()
  relay.answerWith(({ url }) => {
    if (url.includes(`c9.`)) return refusalAnswer(500)
    if (url.includes(`c8.`)) throw new GatewayError('upstream_unreachable')
    return chatAnswer()
  })
  const { result, tried } = await attempt(account)
  expect(result).toMatchObject({ kind: 'plain', attempt: { channel: { id: good } } })
  expect(tried).toEqual([
    [bad, 500, 'fault'],
    [dead, null, 'network'],
    [good, 200, undefined],
  ])
  expect([bad, dead, good].map((id) => relay.tools.health.inFlight(id))).toEqual([0, 0, 0])
})

const add = (priority: number, more: object = {}) =>
  relay.addChannel({ priority, base_url: `http://c${priority}.example`, ...more })

test('the last failure is returned where all fail, and a refusal of the request at once', async () => {
  const ids = [await add(9), await add(8)]
  const account = await relay.addAccount()
  relay.answerWith(({ url }) => refusalAnswer(url.includes('c9.') ? 500 : 503, { message: 'busy' }))
  const failed = await attempt(account)
  expect(failed.result).toMatchObject({ kind: 'failed', failure: { status: 503, upstream: { message: 'busy' } } })
  expect(failed.attempts.map((one) => [one.channel_id, one.error])).toEqual(ids.map((id) => [id, 'busy']))
  relay.answerWith(() => refusalAnswer(400, { message: 'a bad request' }))
  expect((await attempt(account)).tried).toEqual([[ids[0] ?? 0, 400, 'caller']])
})

test('where every channel has reached a limit, the call is refused with the wait', async () => {
  const id = await add(9, { setting: JSON.stringify({ limits: { rpm: 1 } }) })
  const account = await relay.addAccount()
  relay.answerWith(() => chatAnswer())
  expect((await attempt(account)).result).toMatchObject({ kind: 'plain' })
  const { result, tried } = await attempt(account)
  expect(result).toMatchObject({ code: 'channels_full', status: 429 })
  expect((result as GatewayError).retryAfterSeconds).toBeGreaterThan(0)
  expect([tried, relay.tools.health.inFlight(id)]).toEqual([[], 0])
})

test('a token of several groups continues in the next one after a failure, if it says so', async () => {
  const [first, vip] = [await add(9), await add(8, { group_names: 'vip' })]
  relay.answerWith(({ url }) => (url.includes('c9.') ? refusalAnswer(500) : chatAnswer()))
  const staying = await attempt(await relay.addAccount({}, { group_name: 'auto' }))
  expect(staying.tried.map(([id]) => id)).toEqual([first])
  const crossing = await attempt(await relay.addAccount({}, { group_name: 'auto', cross_group_retry: 1 }))
  expect(crossing.result).toMatchObject({ kind: 'plain', attempt: { channel: { id: vip } } })
  expect(crossing.current.call).toMatchObject({ group: 'vip', terms: { groupRatio: 3 } })
  expect(crossing.attempts.map(({ group }) => group)).toEqual(['default', 'vip'])
})

test('a call that ends while its upstream works rejects, and says nothing about the channel', async () => {
  const id = await add(9)
  const account = await relay.addAccount()
  const { call, admitted, router, enterNextGroup } = await admitTestCall(relay, account)
  const gone = new GatewayError('client_closed_request')
  relay.answerWith(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const trying = readFailure(tryChannels(relay.tools, { call: admitted }, { router, enterNextGroup }))
  await Promise.resolve()
  call.abort.abort(gone)
  expect(await trying).toBe(gone)
  endCall(call)
  expect(relay.tools.health.inFlight(id)).toBe(0)
  expect(relay.tools.health.failsAlways(id, 'gpt-4o')).toBe(false)
  await admitted.reservation.release(null)
})

test('the account that answered a conversation is preferred for its next turn', async () => {
  const ids = [await add(9), await add(9, { base_url: 'http://c8.example' })]
  const account = await relay.addAccount()
  relay.answerWith(({ url }) => (url.includes('c9.') ? refusalAnswer(503) : chatAnswer()))
  const turn = [{ role: 'user', content: 'Where does the river run?' }]
  expect((await attempt(account, { messages: turn })).tried.map(([id]) => id)).toEqual(ids)
  const next = [...turn, { role: 'assistant', content: 'To the sea.' }, { role: 'user', content: 'And then?' }]
  const { attempts } = await attempt(account, { messages: next })
  expect(attempts).toMatchObject([{ channel_id: ids[1] ?? 0, why: { by: 'affinity', affinity: 'kept' } }])
})
