import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { forTests } from '../../../test/for-tests.ts'
import { waitUntil } from '../../../test/wait-until.ts'
import { always, plain } from '../../core/billing/test-prices.ts'
import { readErrorCode } from '../../core/test-failures.ts'
import { startTestNode } from '../../ledger/test-node.ts'
import { serveLocally } from '../../platform/test-port.ts'
import { releaseDeadClaims } from '../../store/claims.ts'
import { changeStoredObject, findStoredById, workPhase } from '../../store/stored-objects.ts'
import { engines } from '../../store/test-databases.ts'
import { listUnbelieved } from '../../store/unbelieved-channels.ts'
import { createWorkPoller } from '../deposits/poll-works.ts'
import { addTestWork, testDeposit as deposit, readTestWork } from '../deposits/test-work.ts'
import { backgroundAnswer } from './answer-end.ts'
import { createBackgroundAnswers } from './background-answers.ts'

// Background answers on a real database and ledger, with a fake upstream and a clock that the test moves.

const minute = 60_000
const day = 86_400_000
const unusedSignal = new AbortController().signal
const ended = {
  status: 'completed',
  output: [{ type: 'message', id: 'msg_1', content: [{ type: 'output_text', text: 'yes' }] }],
  usage: { input_tokens: 100, output_tokens: 10, total_tokens: 110 },
}
/** (100 + 10 × 4) × 0.5 × 2 */
const charged = 140

describe.each(engines)('background answers on $name', (engine) => {
  const node = forTests(() => startTestNode(engine))
  let upstream: Bun.Server<undefined>
  let answer: (request: Request) => Response | Promise<Response>
  let asked: string[] = []
  let remembered: string[] = []
  let owner: { userId: number; tokenId: number; channelId: number }

  beforeAll(async () => {
    upstream = serveLocally((request) => {
      asked.push(`${request.headers.get('authorization')} ${new URL(request.url).pathname}`)
      return answer(request)
    })
  })
  afterAll(() => upstream.stop(true))
  beforeEach(async () => {
    const channelId = await node.addChannel({ models: 'm', base_url: `http://127.0.0.1:${upstream.port}` })
    owner = { ...(await node.addAccount()), channelId }
    await node.db.deleteFrom('stored_objects').execute()
    asked = []
    remembered = []
  })

  const urlOf = (path: string) => `http://127.0.0.1:${upstream.port}${path}`
  /** As on a node of its own. */
  const createAnswers = () =>
    createBackgroundAnswers({
      ...node,
      random: () => 0.5,
      callUpstream: node.createCaller(),
      objectOwners: { remember: (_user, _account, ids) => void remembered.push(...ids) },
    })
  function createPoller() {
    const response = createAnswers()
    return createWorkPoller(node, { batch: response, message_batch: response, response })
  }
  const poll = () => createPoller().run(unusedSignal)
  const add = (given: Partial<Parameters<typeof addTestWork>[2]> = {}) =>
    addTestWork(node, owner, { kind: 'response', ...given, more: { endpoint: '/v1/responses', ...given.more } })
  const read = (id: number) => readTestWork(node, id)
  const phaseOf = async (id: number) => (await read(id)).phase
  const readSpent = async () => {
    const { quota, used, remain, tokenUsed } = await node.readFigures(owner)
    expect([used, 400_000 - remain, tokenUsed]).toEqual([1_000_000 - quota, used, used])
    return used
  }
  const answerEnded = () => Response.json(ended)

  test('two nodes that poll at the same time charge an answer once and return its deposit', async () => {
    answer = answerEnded
    const id = await add()
    expect(await readSpent()).toBe(deposit)
    await Promise.all([poll(), poll()])
    expect([await readSpent(), await phaseOf(id)]).toEqual([charged, workPhase.over])
    expect(asked).toEqual([`Bearer key /v1/responses/${(await read(id)).object_id}`])
    expect(remembered).toEqual(['msg_1'])
    await poll()
    expect([await readSpent(), asked.length]).toEqual([charged, 1])
  })

  test('what no answer counts is charged as the request asked for it', async () => {
    const price = always(plain, { 'tools.painter': 40 })
    const painter = { type: 'painter', run: { tool: 'tools.painter', count: 1 }, option: 'painter', isCertain: true }
    const models = { m: { upstreamModel: 'm', price, inputTokens: 9, tools: [painter] } }
    answer = () => Response.json({ ...ended, usage: { ...ended.usage, sky_tokens: 3 } })
    const id = await add({ more: { models } })
    await poll()
    // (110 + 40 ÷ 1000 × 500 000) × 2
    expect(await readSpent()).toBe(40_220)
    expect(backgroundAnswer(await read(id)).charges).toMatchObject([{ unknown: ['sky_tokens'] }])
    answer = () => Response.json({ ...ended, usage: undefined })
    const other = await add({ more: { models } })
    await poll()
    expect(backgroundAnswer(await read(other)).charges).toMatchObject([{ toolRuns: [{ tool: 'tools.painter' }] }])
  })

  test('cache writes of an unsaid lifetime cost those of an hour where the request asked for one', async () => {
    const price = always({ ...plain, cacheWrite1hRatio: 2 })
    const models = { m: { upstreamModel: 'm', price, inputTokens: 9, hourly: null } }
    const input_tokens_details = { cached_tokens: 0, cache_write_tokens: 40 }
    answer = () => Response.json({ ...ended, usage: { ...ended.usage, input_tokens_details } })
    const id = await add({ more: { models } })
    await poll()
    // (60 + 40 × 2 + 10) × 2
    expect(await readSpent()).toBe(300)
    expect(backgroundAnswer(await read(id)).charges).toMatchObject([{ usage: { cacheWrite5m: 0, cacheWrite1h: 40 } }])
  })

  test('an account that does not answer delays neither later work of others nor its own behind it', async () => {
    const hung = Promise.withResolvers<void>()
    const fast = { ...owner, channelId: await node.addChannel({ models: 'm', base_url: urlOf('/fast') }) }
    let slow = 0
    answer = (request) => {
      if (new URL(request.url).pathname.startsWith('/fast')) return answerEnded()
      slow++
      return hung.promise.then(() => Response.json({ status: 'in_progress' }))
    }
    for (let count = 0; count < 6; count++) await add()
    const response = createAnswers()
    const run = createWorkPoller(node, { batch: response, message_batch: response, response }, 20).run(unusedSignal)
    await waitUntil('the account is asked', () => slow === 4)
    const id = await addTestWork(node, fast, { kind: 'response', more: { endpoint: '/v1/responses' } })
    await waitUntil('the other account has answered', async () => (await phaseOf(id)) === workPhase.over)
    expect(slow).toBe(4)
    hung.resolve()
    await run
    expect(slow).toBe(6)
  })

  test('an answer is charged once if clients fetch its end on other nodes while it is polled', async () => {
    const id = await add()
    const row = await read(id)
    const nodes = [createAnswers(), createAnswers(), createAnswers()]
    answer = async () => {
      // The poller has claimed the answer, and its request is running.
      await Promise.all(nodes.map((one) => one.charge(row, ended)))
      return Response.json(ended)
    }
    await poll()
    expect([await readSpent(), await phaseOf(id)]).toEqual([charged, workPhase.over])
  })

  test('after a stop between the charge and the return of the deposit, the next node continues', async () => {
    answer = answerEnded
    const id = await add()
    await poll()
    const change = { phase: workPhase.charging, due_at: node.clock.now() }
    await changeStoredObject(node.db, await read(id), change, node.clock.now())
    await poll()
    expect([await readSpent(), await phaseOf(id)]).toEqual([charged, workPhase.over])
  })

  test('a client meanwhile is asked to repeat its call, if the node that charges does not go on', async () => {
    const id = await add()
    const change = {
      phase: workPhase.charging,
      claim: `e${node.ledger.epochId}:other`,
      due_at: node.clock.now() + minute,
    }
    await changeStoredObject(node.db, await read(id), change, node.clock.now())
    const answers = createAnswers()
    expect(await readErrorCode(answers.charge(await read(id), ended))).toBe('answer_not_settled')
  })

  test('an answer whose deposit was never charged is charged whole, and nothing is returned', async () => {
    answer = answerEnded
    const id = await add({ isUnpaid: true })
    await poll()
    expect([await readSpent(), await phaseOf(id)]).toEqual([charged, workPhase.over])
  })

  test('an answer whose stream ended with its node is polled by the others', async () => {
    answer = answerEnded
    const id = await add({ claim: `e${node.ledger.epochId}:stream` })
    const set = (change: { claim?: string; due_at?: number }) =>
      node.db.updateTable('stored_objects').set(change).where('id', '=', id).execute()
    await set({ due_at: node.clock.now() + day })
    await poll()
    expect([asked.length, await readSpent()]).toEqual([0, deposit])
    await set({ claim: 'e987654:stream' })
    await releaseDeadClaims(node.db, node.clock.now())
    await poll()
    expect(await readSpent()).toBe(charged)
  })

  test('a running answer is asked for after a quarter of its age, and once a minute at the latest', async () => {
    answer = () => Response.json({ status: 'in_progress', usage: null })
    const id = await add()
    const waits: number[] = []
    for (let look = 0; look < 18; look++) {
      await poll()
      const wait = (await read(id)).due_at - node.clock.now()
      waits.push(wait)
      node.clock.advance(wait - 1)
      await poll()
      expect(asked).toHaveLength(look + 1)
      node.clock.advance(1)
    }
    expect([waits[0], waits.at(-1)]).toEqual([5_000, minute])
    expect(waits.every((wait, at) => wait >= (waits[at - 1] ?? 0))).toBe(true)
    expect(await readSpent()).toBe(deposit)
  })

  test('an answer that its upstream does not know for ten minutes is closed, free, and never served', async () => {
    answer = () => Response.json({ status: 'queued' })
    const id = await add()
    await poll()
    node.clock.advance(5 * minute)
    answer = () => Response.json({ status: 'in_progress' })
    await poll()
    answer = () => new Response('{}', { status: 404 })
    node.clock.advance(9 * minute)
    await poll()
    expect([await readSpent(), await phaseOf(id)]).toEqual([deposit, workPhase.open])
    node.clock.advance(minute)
    await poll()
    expect([await readSpent(), await phaseOf(id)]).toEqual([0, workPhase.over])
    const answers = createAnswers()
    const row = await read(id)
    expect(await answers.charge(row, ended)).toBe(true)
    expect(await readErrorCode(answers.refuseUnpaid(row))).toBe('stored_answer_not_found')
    expect(await readSpent()).toBe(0)
  })

  test('the text that streams delivered of a lost answer is charged', async () => {
    answer = () => new Response('{}', { status: 404 })
    const id = await add({ more: { delivered: { tokens: 20, next: 9 } } })
    node.clock.advance(10 * minute)
    await poll()
    // (9 + 20 × 4) × 0.5 × 2
    expect([await readSpent(), await phaseOf(id)]).toEqual([89, workPhase.over])
  })

  test('streams of one answer on two nodes add what they delivered', async () => {
    const row = await read(await add({ claim: 'e1:stream' }))
    const delivered = [3, 4].map((tokens) => createAnswers().leave(row, { tokens, next: tokens }))
    await Promise.all(delivered)
    const { details, claim } = await read(row.id)
    expect([JSON.parse(details).delivered, claim]).toEqual([{ tokens: 7, next: 4 }, ''])
  })

  test.each(['the channel', 'the key'])('without %s, an answer is closed after ten minutes', async (what) => {
    answer = answerEnded
    const id = await add()
    if (what === 'the key')
      await node.db.updateTable('stored_objects').set({ key_mark: 'other' }).where('id', '=', id).execute()
    else await node.db.updateTable('stored_objects').set({ channel_id: 987_654 }).where('id', '=', id).execute()
    await poll()
    expect(await readSpent()).toBe(deposit)
    node.clock.advance(10 * minute)
    await poll()
    expect([await readSpent(), await phaseOf(id), asked.length]).toEqual([0, workPhase.over, 0])
  })

  test.each([
    ['fails', () => new Response('{}', { status: 500 })],
    ['says that it runs', () => Response.json({ status: 'in_progress' })],
  ])('an upstream that %s for three days ends an answer without a charge', async (_, answers) => {
    answer = answers
    const id = await add()
    await poll()
    node.clock.advance(3 * day - 1)
    await poll()
    expect([await readSpent(), await phaseOf(id)]).toEqual([deposit, workPhase.open])
    node.clock.advance(minute)
    await poll()
    expect([await readSpent(), await phaseOf(id)]).toEqual([0, workPhase.over])
  })

  test('a whole answer without usage costs the estimated input and its text', async () => {
    const { usage: _, ...rest } = ended
    answer = () => Response.json(rest)
    await add()
    await poll()
    // 9 + 1 × 4
    expect(await readSpent()).toBe(13)
  })

  test('an answer costs more than the deposit, and more than the balance, where its usage does', async () => {
    answer = () => Response.json({ ...ended, usage: { ...ended.usage, output_tokens: 600_000 } })
    await add()
    await poll()
    expect(await readSpent()).toBe(100 + 600_000 * 4)
  })

  test('a usage that cannot be true is the own count, and marks the charge', async () => {
    answer = () => Response.json({ ...ended, usage: { ...ended.usage, output_tokens: 99_999_999 } })
    const id = await add()
    await poll()
    // The text of the answer is one token.
    expect(await readSpent()).toBe(ended.usage.input_tokens + 4)
    expect(backgroundAnswer(await read(id)).charges).toMatchObject([{ unbelieved: { output: 99_999_999 } }])
    await waitUntil('the channel is noted', async () => (await listUnbelieved(node.db, node.clock.now())).length > 0)
    const noted = await listUnbelieved(node.db, node.clock.now())
    expect(noted.map(({ channelId }) => channelId)).toContain(owner.channelId)
    node.clock.advance(day)
    expect(await listUnbelieved(node.db, node.clock.now())).toEqual([])
  })

  test('old answers are forgotten', async () => {
    answer = answerEnded
    const id = await add()
    await poll()
    node.clock.advance(61 * day)
    await createPoller().forgetOld(unusedSignal)
    expect(await findStoredById(node.db, id)).toBeUndefined()
  })
})
