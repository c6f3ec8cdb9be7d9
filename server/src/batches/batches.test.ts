import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { forTests } from '../../test/for-tests.ts'
import { discounted } from '../core/billing/discounted.ts'
import { always, byRatio, ruled } from '../core/billing/test-prices.ts'
import { startTestNode } from '../ledger/test-node.ts'
import { serveLocally } from '../platform/test-port.ts'
import { depositedWork } from '../relay/deposits/deposited-work.ts'
import { createWorkPoller } from '../relay/deposits/poll-works.ts'
import { addTestWork, testDeposit as deposit, readTestWork } from '../relay/deposits/test-work.ts'
import { changeStoredObject, findStoredObject, workPhase } from '../store/stored-objects.ts'
import { engines } from '../store/test-databases.ts'
import { createBatches } from './create-batches.ts'
import { markOfRequest } from './stored-details.ts'

// Batches on a real database and ledger, with a fake upstream and a manual node.clock.

const minute = 60_000
const day = 86_400_000
const unusedSignal = new AbortController().signal

describe.each(engines)('batches on $name', (engine) => {
  const node = forTests(() => startTestNode(engine))
  let upstream: Bun.Server<undefined>
  let answer: (path: string) => Response | Promise<Response>
  let requestedPaths: string[] = []
  let userId: number
  let tokenId: number
  let channelId: number

  beforeAll(async () => {
    upstream = serveLocally((request) => {
      const { pathname } = new URL(request.url)
      requestedPaths.push(pathname)
      return answer(pathname)
    })
    channelId = await node.addChannel({ models: 'm', base_url: `http://127.0.0.1:${upstream.port}` })
  })
  afterAll(() => upstream.stop(true))
  beforeEach(async () => {
    ;({ userId, tokenId } = await node.addAccount())
    await node.db.deleteFrom('stored_objects').execute()
    requestedPaths = []
  })

  const createPoller = () => {
    const { settlers } = createBatches({ ...node, callUpstream: node.createCaller() })
    return createWorkPoller(node, { ...settlers, response: settlers.batch })
  }
  const poll = () => createPoller().run(unusedSignal)

  const addBatch = (more: object = {}) => addTestWork(node, { userId, tokenId, channelId }, { kind: 'batch', more })
  const readBatch = (id: number) => readTestWork(node, id)
  const readFigures = () => node.readFigures({ userId, tokenId })
  const figuresAfter = (charged: number) => ({
    quota: 1_000_000 - charged,
    used: charged,
    remain: 400_000 - charged,
    tokenUsed: charged,
  })

  /** A line of the results of a batch. */
  const resultLine = (input: number, output: number, more: object = {}) =>
    JSON.stringify({
      custom_id: 'x',
      response: {
        status_code: 200,
        body: {
          choices: [{ index: 0, message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }],
          usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
          ...more,
        },
      },
      error: null,
    })
  /** The answers of an upstream with a completed batch. */
  const answerCompleted =
    (lines: readonly string[], completed = lines.length) =>
    (path: string) =>
      path.endsWith('/content')
        ? new Response(lines.join('\n'))
        : Response.json({
            id: 'batch',
            object: 'batch',
            status: 'completed',
            output_file_id: 'file-out',
            request_counts: { total: completed, completed, failed: 0 },
          })

  test('two nodes that poll at the same time charge the results once and return the deposit', async () => {
    answer = answerCompleted([resultLine(100, 10), resultLine(50, 5)])
    const id = await addBatch()
    expect(await readFigures()).toEqual(figuresAfter(deposit))
    await Promise.all([poll(), poll()])
    // (150 + 15 × 4) × 0.5 × 2
    expect(await readFigures()).toEqual(figuresAfter(210))
    expect((await readBatch(id)).phase).toBe(workPhase.over)
    const file = await findStoredObject(node.db, { userId, kind: 'file' }, 'file-out')
    expect(file?.batch_id).toBe(id)
    await poll()
    expect(await readFigures()).toEqual(figuresAfter(210))
  })

  test('if a node stops between the charge and the return of the deposit, the next node continues', async () => {
    answer = answerCompleted([resultLine(100, 10)])
    const id = await addBatch()
    await poll()
    expect(await readFigures()).toEqual(figuresAfter(140))
    // The stored state is that of a node that stopped before it recorded the end of the batch.
    const row = await readBatch(id)
    await changeStoredObject(node.db, row, { phase: workPhase.charging, due_at: node.clock.now() }, node.clock.now())
    await poll()
    expect(await readFigures()).toEqual(figuresAfter(140))
    expect((await readBatch(id)).phase).toBe(workPhase.over)
  })

  test('a running batch is polled again a minute later', async () => {
    answer = () => Response.json({ id: 'batch', status: 'in_progress', request_counts: { completed: 0 } })
    const id = await addBatch()
    await poll()
    await poll()
    expect(requestedPaths).toHaveLength(1)
    node.clock.advance(minute)
    await poll()
    expect(requestedPaths).toHaveLength(2)
    expect((await readBatch(id)).phase).toBe(workPhase.open)
    expect(await readFigures()).toEqual(figuresAfter(deposit))
  })

  test('incomplete results are read again, and charged once they are complete', async () => {
    answer = answerCompleted([resultLine(100, 10)], 2)
    const id = await addBatch()
    await poll()
    expect((await readBatch(id)).phase).toBe(workPhase.open)
    expect(await readFigures()).toEqual(figuresAfter(deposit))
    answer = answerCompleted([resultLine(100, 10), resultLine(100, 10)])
    node.clock.advance(minute)
    await poll()
    expect(await readFigures()).toEqual(figuresAfter(280))
  })

  test('a long prompt has its own price, and a result without usage is charged by the estimate', async () => {
    answer = answerCompleted([resultLine(1_001, 0), resultLine(10, 0), resultLine(0, 0, { usage: undefined })])
    await addBatch()
    await poll()
    // 1001 × 2 × 0.5 × 2, and (10 + 9 + 4 × tokens of "yes") × 0.5 × 2.
    expect(await readFigures()).toEqual(figuresAfter(2_002 + 10 + 9 + 4))
    const rows = await node.db
      .selectFrom('usage_logs')
      .select(['quota', 'detail'])
      .where('user_id', '=', userId)
      .where('request_id', 'like', 'batch:%')
      .orderBy('quota')
      .execute()
    expect(rows.map(({ quota }) => quota)).toEqual([23, 2_002])
    expect(rows[0]?.detail).toContain('"usage_estimated":true')
  })

  test('short prompts stay short in their sum', async () => {
    answer = answerCompleted([resultLine(600, 0), resultLine(600, 0)])
    await addBatch()
    await poll()
    // 1200 × 0.5 × 2
    expect(await readFigures()).toEqual(figuresAfter(1_200))
  })

  test('pictures are charged by what their requests and answers say of them, and unknown counts mark the row', async () => {
    const lines = ['a', 'b', 'c'].map((id) => resultLine(10, 0).replace('"x"', () => JSON.stringify(id)))
    const odd = resultLine(10, 0, { usage: { prompt_tokens: 10, completion_tokens: 0, sky_tokens: 4 } })
    answer = answerCompleted([...lines, odd.replace('"x"', '"d"')])
    const rules = [{ when: { resolution: '4k' }, set: { factor: 3 } }]
    const price = discounted(ruled(rules), 0.5)
    const made = [
      { made: { resolution: '4k' }, ids: ['a', 'c'].map(markOfRequest) },
      { made: { resolution: '2k' }, ids: [markOfRequest('b')] },
    ]
    const id = await addBatch({ models: { m: { upstreamModel: 'm', price, inputTokens: 9, made } } })
    await poll()
    // (20 × 3 + 10 + 10) × 0.5 × 2
    expect(await readFigures()).toEqual(figuresAfter(80))
    const { charges = [] } = depositedWork(await readBatch(id))
    expect(charges.map(({ served, units, unknown }) => [served, units, unknown])).toEqual([
      [{ resolution: '4k' }, 2, undefined],
      [{ resolution: '2k' }, 1, undefined],
      [undefined, 1, ['sky_tokens']],
    ])
  })

  test('cache writes without a lifetime are those of an hour, if their request asks for one', async () => {
    const usage = { prompt_tokens: 100, completion_tokens: 0, prompt_tokens_details: { cache_write_tokens: 100 } }
    const lines = ['a', 'b'].map((id) => resultLine(0, 0, { usage }).replace('"x"', JSON.stringify(id)))
    answer = answerCompleted(lines)
    const price = discounted(always(byRatio({ ratio: 2, completionRatio: 4 })), 0.5)
    for (const [hourly, written5m, written1h] of [
      [null, 0, 200],
      [[markOfRequest('b')], 100, 100],
      [undefined, 200, 0],
    ] as const) {
      const work = { upstreamModel: 'm', price, inputTokens: 9, ...(hourly !== undefined && { hourly }) }
      const id = await addBatch({ models: { m: work } })
      await poll()
      const { charges = [] } = depositedWork(await readBatch(id))
      const sums = charges.map(({ usage: { cacheWrite5m, cacheWrite1h } }) => [cacheWrite5m, cacheWrite1h])
      expect(sums).toEqual([[written5m, written1h]])
    }
  })

  test('a result that cannot be true is charged by the estimate, and marks its row', async () => {
    answer = answerCompleted([resultLine(33_554_432, 1), resultLine(33_554_433, 10), resultLine(50, 99_999_999)])
    const id = await addBatch()
    await poll()
    const { charges = [] } = depositedWork(await readBatch(id))
    // A long prompt has a row of its own.
    expect(charges.map(({ usage, unbelieved }) => [usage.inputText, usage.outputText, unbelieved])).toEqual([
      [33_554_432, 1, undefined],
      [9 + 50, 10 + 1, { input: 33_554_433, output: 99_999_999 }],
    ])
  })

  test('if the results stay unknown for three days, the deposit is returned', async () => {
    answer = () => new Response('gone', { status: 500 })
    const id = await addBatch()
    await poll()
    node.clock.advance(3 * day - 1)
    await poll()
    expect(await readFigures()).toEqual(figuresAfter(deposit))
    node.clock.advance(minute)
    await poll()
    expect(await readFigures()).toEqual(figuresAfter(0))
    expect(depositedWork(await readBatch(id)).charges).toEqual([])
  })

  test('old finished batches are deleted with their files', async () => {
    answer = answerCompleted([resultLine(1, 1)])
    const id = await addBatch()
    await poll()
    node.clock.advance(59 * day)
    await createPoller().forgetOld(unusedSignal)
    expect((await readBatch(id)).phase).toBe(workPhase.over)
    node.clock.advance(2 * day)
    await createPoller().forgetOld(unusedSignal)
    expect(await node.db.selectFrom('stored_objects').select('id').execute()).toEqual([])
  })
})
