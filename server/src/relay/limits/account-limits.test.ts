import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readErrorCode } from '../../core/test-failures.ts'
import { endCall } from '../call/relay-call.ts'
import { identifyCall } from '../entry/identify-call.ts'
import { chatBody, openTestRelay, type TestRelay } from '../test-relay.ts'

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
