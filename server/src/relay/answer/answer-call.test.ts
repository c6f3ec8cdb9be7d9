import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { defaultQuotaPerUnit } from '@sluice/contract/quota'
import { logType } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import { endCall } from '../call/relay-call.ts'
import {
  chatAnswer,
  firstBalance,
  openTestRelay,
  refusalAnswer,
  type TestAccount,
  type TestRelay,
} from '../test-relay.ts'
import { admitTestCall } from '../upstream/test-attempts.ts'
import { tryChannels } from '../upstream/try-channels.ts'
import { answerCall } from './answer-call.ts'

let relay: TestRelay
let channelId: number
beforeAll(async () => {
  relay = await openTestRelay()
  await relay.setOptions({ ModelRatio: { 'gpt-4o': 1 }, CompletionRatio: { 'gpt-4o': 4 }, RetryTimes: '0' })
  channelId = await relay.addChannel()
})
afterAll(() => relay.close())

/** Runs the last two stages. `failed`: what the attempts reject with instead. */
async function answer(account: TestAccount, body: object = {}, failed?: { cause: unknown; isAttempted: boolean }) {
  const { call, admitted, router, enterNextGroup } = await admitTestCall(relay, account, body)
  const current = { call: admitted }
  if (failed?.isAttempted) call.attempts.push({ channel_id: channelId } as never)
  const attempting = failed
    ? Promise.reject(failed.cause)
    : tryChannels(relay.tools, current, { router, enterNextGroup })
  let over = 0
  const answered = await answerCall(relay.tools, current, attempting, () => {
    over++
    endCall(call)
  })
  if (!answered.isStreaming) endCall(call)
  return { ...answered, call, admitted, overs: () => over }
}

test('a whole answer is charged, and sent with the name that the client asked for', async () => {
  const account = await relay.addAccount()
  relay.answerWith(() => chatAnswer())
  const { response, isStreaming, call } = await answer(account)
  expect([response.status, isStreaming]).toEqual([200, false])
  expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'To the sea.' } }] })
  // 10 + 20 × 4
  expect(await relay.readLeft(account)).toBe(firstBalance - 90)
  const [row, ...others] = await relay.readRows(account)
  expect(others.filter(({ type }) => type !== logType.topUp)).toEqual([])
  expect(row).toMatchObject({ type: logType.consume, quota: 90, prompt_tokens: 10, completion_tokens: 20 })
  expect(call.trail.settled).toMatchObject({ end: 'complete', channelId })
})

test('the row of a turn says where its prompt differs from the turn before', async () => {
  const account = await relay.addAccount()
  relay.answerWith(() => chatAnswer())
  const turns = ['Be brief.', 'Be brief.', 'Be brief. It is noon.'].map((content, turn) => [
    { role: 'system', content },
    { role: 'user', content: 'Where does the river run?' },
    { role: 'assistant', content: 'To the sea.' },
    { role: 'user', content: `And then? ${turn}` },
  ])
  for (const messages of turns) await answer(account, { messages })
  const rows = (await relay.readRows(account)).filter(({ type }) => type === logType.consume)
  expect(rows.map(({ detail }) => detail.prompt_part)).toEqual([undefined, undefined, { in: 'system', at: 1, of: 4 }])
})

test('a stream is charged when it ends, and reports its end once', async () => {
  const account = await relay.addAccount()
  const frames = [
    '{"choices":[{"index":0,"delta":{"content":"To the sea."},"finish_reason":"stop"}]}',
    '{"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}',
    '[DONE]',
  ]
  relay.answerWith(
    () =>
      new Response(frames.map((frame) => `data: ${frame}\n\n`).join(''), {
        headers: { 'content-type': 'text/event-stream' },
      }),
  )
  const { response, isStreaming, overs } = await answer(account, { stream: true })
  expect([isStreaming, overs()]).toEqual([true, 0])
  expect(await relay.readLeft(account)).toBeLessThan(firstBalance - 30)
  const text = await response.text()
  expect(text).toContain('To the sea.')
  expect(text.trimEnd()).toEndWith('data: [DONE]')
  expect(overs()).toBe(1)
  expect(await relay.readLeft(account)).toBe(firstBalance - 30)
})

test('a stream that outgrows its hold uses the rest of the balance, and its end names what the call needs', async () => {
  const balance = 7_000
  const account = await relay.addAccount({}, {}, balance)
  const word = 'data: {"choices":[{"index":0,"delta":{"content":"river "}}]}\n\n'
  let sent = 0
  const arriving = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => (sent++ < 40 ? controller.enqueue(Buffer.from(word.repeat(50))) : controller.close()),
    })
  relay.answerWith(() => new Response(arriving(), { headers: { 'content-type': 'text/event-stream' } }))
  // Without a limit of the client, the hold and its extensions are of 500 tokens: a second one is beyond the balance.
  const { response } = await answer(account, { stream: true, max_tokens: undefined })
  const end = (await response.text()).trim().split('\n').at(-1)
  const left = await relay.readLeft(account)
  // A checkpoint, each 250 tokens here, finds that the charge exceeds the balance; 50 more have arrived then.
  expect(left).toBeLessThanOrEqual(0)
  expect(left).toBeGreaterThanOrEqual(-300 * 4)
  const [, needed] = end?.match(/not enough: \$0\.014 left, \$([\d.]+) needed/) ?? []
  expect(Number(needed) * defaultQuotaPerUnit).toBeWithin(balance + 1, balance - left + 1)
})

describe('a call without an answer', () => {
  test('that the upstream refused costs nothing: the client gets its error, and the log a row', async () => {
    const account = await relay.addAccount()
    relay.answerWith(() => refusalAnswer(400, { message: 'a bad request', code: 'bad' }))
    const { response, call } = await answer(account)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'bad', message: `a bad request (request id: ${call.id})` },
    })
    expect(await relay.readLeft(account)).toBe(firstBalance)
    expect(await relay.readRows(account)).toMatchObject([
      { type: logType.error, quota: 0, channel_id: channelId, content: 'a bad request', detail: { end: 'error' } },
    ])
  })

  test('because the key of the channel is refused shows nothing of the account', async () => {
    const account = await relay.addAccount()
    relay.answerWith(() => refusalAnswer(401, { message: 'Incorrect key sk-upstream', code: 'invalid_api_key' }))
    const { response } = await answer(account)
    expect(response.status).toBe(502)
    expect(await response.text()).not.toContain('Incorrect')
    expect(await relay.readLeft(account)).toBe(firstBalance)
  })

  test.each([
    ['because it failed internally', new TypeError('a bug'), 500],
    ['because no channel had room', new GatewayError('channels_full', { model: 'm', group: 'g' }), 429],
    ['because its time was over', new GatewayError('upstream_timeout'), 504],
  ])('%s costs nothing', async (_name, cause, status) => {
    const account = await relay.addAccount()
    const { response, call } = await answer(account, {}, { cause, isAttempted: true })
    expect(response.status).toBe(status)
    expect(call.trail.error?.status).toBe(status)
    expect(await relay.readLeft(account)).toBe(firstBalance)
    expect((await relay.readRows(account)).map(({ type }) => type)).toEqual([logType.error])
  })

  test.each([
    [true, logType.consume],
    [false, logType.error],
  ])('because the client left is charged for its input once an upstream works on it: %p', async (isAttempted, type) => {
    const account = await relay.addAccount()
    const cause = new GatewayError('client_closed_request')
    const { admitted } = await answer(account, {}, { cause, isAttempted })
    const input = isAttempted ? JSON.stringify(admitted.countable).length : 0
    expect(await relay.readLeft(account)).toBe(firstBalance - input)
    expect(await relay.readRows(account)).toMatchObject([{ type, quota: input }])
  })
})
