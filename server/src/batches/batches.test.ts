import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Ledger } from '../ledger/ledger.ts'
import { addToken, addUser, mustReserve, openLedger, q, silent, usageRow } from '../ledger/test-accounts.ts'
import { parseConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { markOfKey } from '../platform/mark-of-key.ts'
import { createUpstreamCaller } from '../platform/outbound/call-upstream.ts'
import { createPinnedHosts } from '../platform/outbound/pinned-hosts.ts'
import { createReachability } from '../platform/reachability.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { channelKeySealContext } from '../state/load-channels.ts'
import type { State } from '../state/snapshot.ts'
import { createState } from '../state/state.ts'
import { insertReturningId } from '../store/dialects/writing.ts'
import type { Store } from '../store/open-database.ts'
import {
  batchPhase,
  changeStoredObject,
  findStoredById,
  findStoredObject,
  insertStoredObject,
} from '../store/stored-objects.ts'
import { newTestChannel } from '../store/test-channels.ts'
import { engines } from '../store/test-databases.ts'
import { createBatches } from './create-batches.ts'
import { batchDetails, type StoredBatch } from './stored-details.ts'

// Batches on a real database and ledger, with a fake upstream and a manual clock.

const deposit = 5_000
const minute = 60_000
const day = 86_400_000
const unusedSignal = new AbortController().signal

describe.each(engines)('batches on $name', (engine) => {
  const clock = createManualClock()
  const secretBox = createSecretBox('batches under test')
  const config = parseConfig({})
  const log = createLog('silent')
  let store: Store
  let state: State
  let ledger: Ledger
  let upstream: Bun.Server<undefined>
  let answer: (path: string) => Response | Promise<Response>
  let requestedPaths: string[] = []
  let userId: number
  let tokenId: number
  let channelId: number
  let count = 0

  beforeAll(async () => {
    store = await engine.fresh()
    state = await createState({ db: store.db, secretBox, clock, log, syncFrequencyMs: 0 })
    ledger = await openLedger(store, silent, clock)
    upstream = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        const { pathname } = new URL(request.url)
        requestedPaths.push(pathname)
        return answer(pathname)
      },
    })
    channelId = await addChannel()
  })
  afterAll(async () => {
    await ledger.close()
    await state.close()
    await store.close()
    await upstream.stop(true)
  })
  beforeEach(async () => {
    count += 1
    userId = await addUser(store, `u${count}`)
    tokenId = await addToken(store, userId, false)
    await ledger.post({ ref: `gift ${count}`, userId, kind: 'credit', amount: q(1_000_000) })
    await ledger.setTokenRemain(tokenId, q(400_000))
    await store.db.deleteFrom('stored_objects').execute()
    requestedPaths = []
  })

  async function addChannel(): Promise<number> {
    const channel = newTestChannel({
      models: 'm',
      auto_ban: 0,
      base_url: `http://127.0.0.1:${upstream.port}`,
      key_box: secretBox.seal('key', channelKeySealContext),
    })
    const id = await insertReturningId(store.db, 'channels', channel)
    await state.publish({ kind: 'channels' })
    return id
  }

  /** Creates the poller of one node. */
  function createPoller() {
    const callUpstream = createUpstreamCaller(config, {
      reachability: createReachability(clock),
      hosts: createPinnedHosts({ clock, allowPrivate: true }),
    })
    return createBatches({ db: store.db, ledger, state, clock, log, config, callUpstream }).poller
  }
  const poll = () => createPoller().run(unusedSignal)

  /** Adds a batch whose deposit is charged; returns its id. */
  async function addBatch(more: Partial<StoredBatch> = {}): Promise<number> {
    const ref = crypto.randomUUID()
    const rule = null
    const base = {
      kind: 'ratio' as const,
      ratio: 1,
      completionRatio: 4,
      cacheReadRatio: 1,
      cacheWrite5mRatio: 1,
      cacheWrite1hRatio: 1,
      imageRatio: 1,
      imageCompletionRatio: 1,
      audioRatio: 1,
      audioCompletionRatio: 1,
      audioCacheRatio: 1,
      factor: 0.5,
      rule,
    }
    const toolPrices = { web_search: 0, google_search: 0, file_search: 0 } as never
    const details: StoredBatch = {
      requestRef: ref,
      deposit,
      username: 'u',
      tokenId,
      tokenName: 't',
      group: 'default',
      groupRatio: 2,
      quotaPerUnit: 500_000,
      discount: 0.5,
      endpoint: '/v1/chat/completions',
      models: {
        m: {
          upstreamModel: 'm',
          price: { base, steps: [{ inputOver: 1_000, price: { ...base, ratio: 2 } }], toolPrices },
          inputTokens: 9,
        },
      },
      path: '/v1/batches',
      clientAddress: '127.0.0.1',
      ...more,
    }
    const now = clock.now()
    const id = await insertStoredObject(store.db, {
      kind: 'batch',
      object_id: `batch_${ref.slice(0, 8)}`,
      user_id: userId,
      channel_id: channelId,
      key_mark: markOfKey('key'),
      batch_id: null,
      data: '{}',
      details: JSON.stringify(details),
      phase: batchPhase.open,
      at: now,
      due_at: now,
    })
    const hold = await mustReserve(ledger, { ref, userId, tokenId, amount: deposit })
    await hold.settle(q(deposit), { ...usageRow(userId, tokenId, ref, deposit), created_at: now }, channelId)
    return id
  }

  const readBatch = async (id: number) => {
    const row = await findStoredById(store.db, id)
    if (!row) throw new Error('no such batch')
    return row
  }
  const readMoney = async () => {
    await ledger.flush()
    const user = await store.db
      .selectFrom('users')
      .select(['quota', 'used_quota'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const token = await store.db
      .selectFrom('api_tokens')
      .select('remain_quota')
      .where('id', '=', tokenId)
      .executeTakeFirstOrThrow()
    return { quota: user.quota, used: user.used_quota, token: token.remain_quota }
  }
  const moneyAfter = (amount: number) => ({
    quota: 1_000_000 - amount,
    used: amount,
    token: 400_000 - amount,
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
    expect(await readMoney()).toEqual(moneyAfter(deposit))
    await Promise.all([poll(), poll()])
    // (150 + 15 × 4) × 0.5 × 2
    expect(await readMoney()).toEqual(moneyAfter(210))
    expect((await readBatch(id)).phase).toBe(batchPhase.over)
    const file = await findStoredObject(store.db, { userId, kind: 'file' }, 'file-out')
    expect(file?.batch_id).toBe(id)
    await poll()
    expect(await readMoney()).toEqual(moneyAfter(210))
  })

  test('if a node stops between the charge and the return of the deposit, the next node continues', async () => {
    answer = answerCompleted([resultLine(100, 10)])
    const id = await addBatch()
    await poll()
    expect(await readMoney()).toEqual(moneyAfter(140))
    // The stored state is that of a node that stopped before it recorded the end of the batch.
    const row = await readBatch(id)
    await changeStoredObject(store.db, row, { phase: batchPhase.charging, due_at: clock.now() }, clock.now())
    await poll()
    expect(await readMoney()).toEqual(moneyAfter(140))
    expect((await readBatch(id)).phase).toBe(batchPhase.over)
  })

  test('a running batch is polled again a minute later', async () => {
    answer = () => Response.json({ id: 'batch', status: 'in_progress', request_counts: { completed: 0 } })
    const id = await addBatch()
    await poll()
    await poll()
    expect(requestedPaths).toHaveLength(1)
    clock.advance(minute)
    await poll()
    expect(requestedPaths).toHaveLength(2)
    expect((await readBatch(id)).phase).toBe(batchPhase.open)
    expect(await readMoney()).toEqual(moneyAfter(deposit))
  })

  test('incomplete results are read again, and charged once they are complete', async () => {
    answer = answerCompleted([resultLine(100, 10)], 2)
    const id = await addBatch()
    await poll()
    expect((await readBatch(id)).phase).toBe(batchPhase.open)
    expect(await readMoney()).toEqual(moneyAfter(deposit))
    answer = answerCompleted([resultLine(100, 10), resultLine(100, 10)])
    clock.advance(minute)
    await poll()
    expect(await readMoney()).toEqual(moneyAfter(280))
  })

  test('a long prompt has its own price, and a result without usage is charged by the estimate', async () => {
    answer = answerCompleted([resultLine(1_001, 0), resultLine(10, 0), resultLine(0, 0, { usage: undefined })])
    await addBatch()
    await poll()
    // 1001 × 2 × 0.5 × 2, and (10 + 9 + 4 × tokens of "yes") × 0.5 × 2.
    expect(await readMoney()).toEqual(moneyAfter(2_002 + 10 + 9 + 4))
    const rows = await store.db
      .selectFrom('usage_logs')
      .select(['quota', 'detail'])
      .where('user_id', '=', userId)
      .where('request_id', 'like', 'batch:%')
      .orderBy('quota')
      .execute()
    expect(rows.map(({ quota }) => quota)).toEqual([23, 2_002])
    expect(rows[0]?.detail).toContain('"usage_estimated":true')
  })

  test('if the results stay unknown for three days, the deposit is returned', async () => {
    answer = () => new Response('gone', { status: 500 })
    const id = await addBatch()
    await poll()
    clock.advance(3 * day - 1)
    await poll()
    expect(await readMoney()).toEqual(moneyAfter(deposit))
    clock.advance(minute)
    await poll()
    expect(await readMoney()).toEqual(moneyAfter(0))
    expect(batchDetails(await readBatch(id)).charges).toEqual([])
  })

  test('old finished batches are deleted with their files', async () => {
    answer = answerCompleted([resultLine(1, 1)])
    const id = await addBatch()
    await poll()
    clock.advance(59 * day)
    await createPoller().forgetOld(unusedSignal)
    expect((await readBatch(id)).phase).toBe(batchPhase.over)
    clock.advance(2 * day)
    await createPoller().forgetOld(unusedSignal)
    expect(await store.db.selectFrom('stored_objects').select('id').execute()).toEqual([])
  })
})
