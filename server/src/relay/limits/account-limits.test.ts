import { afterAll, beforeAll, expect, test } from 'bun:test'
import { render } from '@sluice/contract/messages/render'
import { readErrorCode } from '../../core/test-failures.ts'
import { insertTask } from '../../store/tasks.ts'
import { newTestTask } from '../../store/test-tasks.ts'
import { endCall } from '../call/relay-call.ts'
import { identifyCall } from '../entry/identify-call.ts'
import { chatBody, openTestRelay, type TestRelay } from '../test-relay.ts'
import { spendChecks } from './build-checks.ts'
import { refusalOfLimit } from './refusal.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await openTestRelay()
  await relay.setOptions({ DefaultUserLimits: { rpm: 1, concurrency: 1 } })
})
afterAll(() => relay.close())

/** The errors of three calls of an account with these limits, one after another. */
async function callThrice(limits: string | null) {
  const { key } = await relay.addAccount({ limits })
  const codes: (string | null)[] = []
  for (let turn = 0; turn < 3; turn++) {
    const { call, request, soFar } = relay.arrive(key, chatBody())
    codes.push(await readErrorCode(identifyCall(relay.tools, call, request, soFar)))
    endCall(call)
  }
  return codes
}

test('limits of an account override the defaults one by one; a 0 lifts the default', async () => {
  const refused = 'requests_limit_reached'
  expect(await callThrice(null)).toEqual([null, refused, refused])
  expect(await callThrice('{"rpm":2}')).toEqual([null, null, refused])
  expect(await callThrice('{"rpm":0}')).toEqual([null, null, null])
  // The others stay as they are.
  expect(await callThrice('{"concurrency":0}')).toEqual([null, refused, refused])
})

test('a task that is stored before its submission has ended counts once', async () => {
  const { key, userId } = await relay.addAccount({ limits: '{"rpm":0,"concurrency":0,"tasks":2,"tasks_day":2}' })
  const submit = async () => {
    const { call, request, soFar } = relay.arrive(key, chatBody())
    await identifyCall(relay.tools, call, request, soFar)
    const { options } = relay.state.current()
    const model = 'mj_imagine'
    const facts = { requested: model, routed: model, group: 'default', options, tokens: 0, amount: 0 }
    const code = await readErrorCode(Promise.resolve(call.limits.admit({ ...facts, taskRequestId: call.id })))
    return { call, code }
  }
  const store = ({ id }: { id: string }) =>
    insertTask(
      relay.tools.dependencies.db,
      newTestTask({ user_id: userId, request_ref: id, submitted_at: relay.clock.now() }),
    )
  const first = await submit()
  await store(first.call)
  const second = await submit()
  await store(second.call)
  const third = await submit()
  expect([first.code, second.code, third.code]).toEqual([null, null, 'tasks_limit_reached'])
  for (const { call } of [first, second, third]) endCall(call)
  expect((await submit()).code).toBe('tasks_limit_reached')
})

test('the error of a spending limit shows the amount in the currency of the site', () => {
  const refusalIn = (language: 'en' | 'zh') => {
    const [ruled] = spendChecks(
      { spender: { kind: 'token', userId: 1, tokenId: 1 }, key: 'token:1', limits: { spend_day: 600 } },
      1,
      0,
      async () => 0,
    )
    if (!ruled) throw new Error('no limit')
    const result = { ok: false as const, index: 0, waitMs: 1_000, state: { used: 600, resetMs: 1_000 } }
    const { code, params } = refusalOfLimit(ruled, result, relay.state.current().options)
    return render(language, 'errors', { code, params })
  }
  expect(refusalIn('en')).toBe('The API key may spend $0.0012 a day (UTC), and this call could exceed that.')
  expect(refusalIn('zh')).toContain('最多消费 $0.0012')
})
