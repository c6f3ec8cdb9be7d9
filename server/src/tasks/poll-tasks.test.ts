import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { forTests } from '../../test/for-tests.ts'
import { waitUntil } from '../../test/wait-until.ts'
import { mustReserve, q, usageRow } from '../ledger/test-accounts.ts'
import { startTestNode } from '../ledger/test-node.ts'
import { markOfKey } from '../platform/mark-of-key.ts'
import { serveLocally } from '../platform/test-port.ts'
import { buildSignedInCaller } from '../relay/call/caller.ts'
import { createLimits } from '../relay/limits/create-limits.ts'
import { createTokenCache } from '../relay/upstream/token-cache.ts'
import type { NewTask } from '../store/schema.ts'
import { findTask, insertTask, taskPhase } from '../store/tasks.ts'
import { engines } from '../store/test-databases.ts'
import { newTestTask } from '../store/test-tasks.ts'
import { createTaskCanceller } from './cancel-task.ts'
import { createHookCaller } from './client-hook.ts'
import { createTaskFollower } from './follow-task.ts'
import { createTaskPoller } from './poll-tasks.ts'

// Tasks on a real database and node.ledger, with a fake upstream and a manual node.clock.

const price = 50_000
const minute = 60_000
const unusedSignal = new AbortController().signal

describe.each(engines)('tasks on $name', (engine) => {
  const node = forTests(() => startTestNode(engine))
  let upstream: Bun.Server<undefined>
  let answer: (path: string, ids: string[]) => Response | Promise<Response>
  let answerVideo: (method: string, path: string) => Response = () => new Response(null, { status: 404 })
  let polledIds: string[] = []
  let polls: { key: string | null; ids: string[] }[] = []
  let userId: number
  let tokenId: number
  let channelId: number

  beforeAll(async () => {
    upstream = serveLocally(async (request) => {
      const { pathname } = new URL(request.url)
      if (request.method !== 'POST') return answerVideo(request.method, pathname)
      const { ids } = (await request.json()) as { ids: string[] }
      polledIds.push(...ids)
      polls.push({ key: request.headers.get('mj-api-secret'), ids })
      expect(request.headers.get('x-team')).toBe('river')
      return await answer(pathname, ids)
    })
  })
  afterAll(() => upstream.stop(true))
  beforeEach(async () => {
    ;({ userId, tokenId } = await node.addAccount())
    channelId = await addChannel()
    await node.db.deleteFrom('tasks').execute()
    polledIds = []
    polls = []
    answer = (_, ids) => Response.json(ids.map((id) => ({ id, status: 'IN_PROGRESS', progress: '10%' })))
  })

  const addChannel = (base_url = `http://127.0.0.1:${upstream.port}`, type = 2, keys?: string) =>
    node.addChannel({ type, base_url, models: 'mj_imagine', header_override: '{"x-team":"river"}' }, keys)

  /** Creates the follower and the poller of one node. */
  function createNode(everyMs?: number) {
    const deps = { ...node, callUpstream: node.createCaller(), tokens: createTokenCache(node.clock) }
    const hooks = createHookCaller({ ...deps, hookRequest: () => Promise.reject(new Error('unused')) })
    const follower = createTaskFollower({ ...deps, hooks, cancel: createTaskCanceller(deps) })
    return { follower, poller: createTaskPoller({ ...deps, follower }, everyMs) }
  }
  const poll = () => createNode().poller.run(unusedSignal)

  /** Adds a task, and charges its price unless `isCharged` is false; returns its id. */
  async function addTask(more: Partial<NewTask> = {}, isCharged = true): Promise<number> {
    const ref = crypto.randomUUID()
    const now = node.clock.now()
    const times = { submitted_at: now, created_at: now, updated_at: now, due_at: now }
    const money = { quota: price, list_quota: price }
    const own = { user_id: userId, token_id: tokenId, channel_id: channelId }
    const task = newTestTask({ task_id: ref.slice(0, 8), request_ref: ref, ...own, ...money, ...times, ...more })
    const id = await insertTask(node.db, task)
    if (!isCharged) return id
    const hold = await mustReserve(node.ledger, { ref, userId, tokenId, amount: price })
    const row = { ...usageRow(userId, tokenId, ref, price), created_at: node.clock.now(), channel_id: channelId }
    await hold.settle(q(price), { ...row, model_name: 'mj_imagine' }, task.channel_id)
    return id
  }

  const readTask = async (id: number) => {
    const row = await findTask(node.db, id)
    if (!row) throw new Error('no such task')
    return row
  }
  /** The balances and used quotas of the account, the token and the channel. */
  async function readFigures() {
    const spender = await node.readFigures({ userId, tokenId })
    const channel = await node.db
      .selectFrom('channels')
      .select('used_quota')
      .where('id', '=', channelId)
      .executeTakeFirst()
    const hours = await node.db
      .selectFrom('usage_hours')
      .select(({ fn }) => fn.sum<number>('quota').as('quota'))
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return {
      ...spender,
      channel: channel?.used_quota ?? 0,
      hours: Number(hours?.quota ?? 0),
    }
  }
  const figuresAfter = (charged: number) => ({
    quota: 1_000_000 - charged,
    used: charged,
    remain: 400_000 - charged,
    tokenUsed: charged,
    channel: charged,
    hours: charged,
  })
  const answerTasks = (fields: object) => {
    answer = (_, ids) => Response.json(ids.map((id) => ({ id, ...fields })))
  }

  test('a task is polled with the key that submitted it, or with the first key if that one was removed', async () => {
    channelId = await addChannel(undefined, undefined, 'key-a\nkey-b')
    await addTask({ task_id: 't-b', key_mark: markOfKey('key-b') })
    await addTask({ task_id: 't-b2', key_mark: markOfKey('key-b') })
    await addTask({ task_id: 't-gone', key_mark: markOfKey('key-c') })
    await addTask({ task_id: 't-older', key_mark: null })
    await poll()
    expect(polls.toSorted((a, b) => (a.ids[0] ?? '').localeCompare(b.ids[0] ?? ''))).toEqual([
      { key: 'key-b', ids: ['t-b', 't-b2'] },
      { key: 'key-a', ids: ['t-gone'] },
      { key: 'key-a', ids: ['t-older'] },
    ])
  })

  test('a task is polled every 15 seconds until it ends', async () => {
    const id = await addTask()
    await poll()
    expect(await readTask(id)).toMatchObject({ status: 'IN_PROGRESS', progress: 10, phase: taskPhase.open })
    await poll()
    expect(polledIds).toHaveLength(1)
    node.clock.advance(15_000)
    answerTasks({ status: 'SUCCESS', progress: '100%', imageUrl: 'https://pictures.example/1.png' })
    await poll()
    expect(await readTask(id)).toMatchObject({ status: 'SUCCESS', progress: 100, phase: taskPhase.over })
    expect(JSON.parse((await readTask(id)).data)).toEqual({ imageUrl: 'https://pictures.example/1.png' })
    node.clock.advance(minute)
    await poll()
    expect(polledIds).toHaveLength(2)
    expect(await readFigures()).toEqual(figuresAfter(price))
  })

  test('a failure reported several times in parallel is refunded once, and every total is corrected', async () => {
    const id = await addTask()
    expect(await readFigures()).toEqual(figuresAfter(price))
    const row = await readTask(id)
    const failure = {
      taskId: row.task_id,
      status: 'FAILURE',
      progress: 100,
      failReason: 'no',
      startedAt: 0,
      finishedAt: 0,
      details: {},
    }
    answerTasks({ status: 'FAILURE', failReason: 'no' })
    const nodes = [createNode(), createNode(), createNode()]
    await Promise.all([
      ...nodes.map(({ follower }) => follower.apply(row, failure, 0)),
      ...nodes.map(({ poller }) => poller.run(unusedSignal)),
      ...nodes.map(({ follower }) => follower.apply(row, { ...failure, status: 'IN_PROGRESS' }, 0)),
    ])
    node.clock.advance(minute)
    await poll()
    expect(await readFigures()).toEqual(figuresAfter(0))
    expect(await readTask(id)).toMatchObject({ status: 'FAILURE', phase: taskPhase.refunded, fail_reason: 'no' })
    const entries = await node.db
      .selectFrom('ledger_entries')
      .select(['kind', 'amount'])
      .where('user_id', '=', userId)
      .where('kind', '=', 'refund')
      .execute()
    expect(entries).toEqual([{ kind: 'refund', amount: price }])
  })

  test('the charge of a failed task no longer counts towards the limits of its account, token and channel', async () => {
    const limits = createLimits({ ...node, redis: undefined })
    const { options } = node.state.current()
    const facts = {
      requested: 'mj_imagine',
      routed: 'mj_imagine',
      group: 'default',
      options,
      tokens: 0,
      amount: 1,
    }
    const owner = { user_id: userId, username: 'u', user_group: 'default', user_status: 1, user_role: 1 }
    const account = buildSignedInCaller({ ...owner, user_setting: '', user_limits: null }, '')
    const token = { ...account, tokenId, tokenLimits: { spend_month: price } }
    const channel = { id: channelId, setting: { limits: { spend_day: price } } }
    const readReachedLimits = async () => [
      (await limits.view.refusalFor({ ...account, userLimits: { spend_day: price } }, facts))?.code,
      (await limits.view.refusalFor(token, facts))?.code,
      ...(await limits.view.reachedOf(channel, { tokens: 0, amount: 1 })).map(({ name }) => name),
    ]
    const row = await readTask(await addTask())
    expect(await readReachedLimits()).toEqual(['spend_limit_reached', 'spend_limit_reached', 'spend_day'])
    const failure = { taskId: row.task_id, status: 'FAILURE', progress: 100, failReason: 'no' } as const
    await createNode().follower.apply(row, { ...failure, startedAt: 0, finishedAt: 0, details: {} }, 0)
    expect(await readReachedLimits()).toEqual([undefined, undefined])
    limits.close()
  })

  test('a node with an outdated copy of a task does not revert it', async () => {
    const id = await addTask()
    const outdated = await readTask(id)
    const reportedTask = { taskId: outdated.task_id, failReason: '', startedAt: 0, finishedAt: 0, details: {} }
    const { follower } = createNode()
    await follower.apply(outdated, { ...reportedTask, status: 'IN_PROGRESS', progress: 80 }, 0)
    await follower.apply(outdated, { ...reportedTask, status: 'IN_PROGRESS', progress: 50 }, 0)
    await follower.apply(outdated, { ...reportedTask, status: 'SUBMITTED', progress: 99 }, 0)
    expect(await readTask(id)).toMatchObject({ status: 'IN_PROGRESS', progress: 80, revision: 1 })
  })

  test('if a process stops between the end and the refund, exactly one later run makes the refund', async () => {
    const id = await addTask({ status: 'FAILURE', phase: taskPhase.refundDue })
    await poll()
    expect(await readFigures()).toEqual(figuresAfter(0))
    // The stored state is that of a process that stopped after the posting and before the update of the task.
    await node.db.updateTable('tasks').set({ phase: taskPhase.refundDue, due_at: 0 }).where('id', '=', id).execute()
    await poll()
    expect(await readFigures()).toEqual(figuresAfter(0))
    expect((await readTask(id)).phase).toBe(taskPhase.refunded)
  })

  test('a task that was never charged is not refunded, and the refund waits while the charge is undecided', async () => {
    const id = await addTask({ status: 'FAILURE', phase: taskPhase.refundDue }, false)
    const { request_ref: ref } = await readTask(id)
    const hold = await mustReserve(node.ledger, { ref, userId, tokenId, amount: price })
    await hold.durable
    await poll()
    expect((await readTask(id)).phase).toBe(taskPhase.refundDue)
    await hold.release(null)
    node.clock.advance(15_000)
    await poll()
    expect((await readTask(id)).phase).toBe(taskPhase.over)
    expect(await readFigures()).toEqual(figuresAfter(0))
  })

  test('a drawing or music task that takes longer than an hour fails', async () => {
    const music = await addChannel(undefined, 36)
    const ids = [await addTask(), await addTask({ platform: 'suno', channel_id: music, model_name: 'suno_music' })]
    answer = (path, names) =>
      Response.json(
        path === '/suno/fetch'
          ? { code: 'success', data: names.map((task_id) => ({ task_id, status: 'QUEUED' })) }
          : names.map((id) => ({ id, status: 'IN_PROGRESS', progress: '5%' })),
      )
    await poll()
    node.clock.advance(60 * minute - 1)
    await poll()
    for (const id of ids) expect((await readTask(id)).phase).toBe(taskPhase.open)
    node.clock.advance(15_000)
    await poll()
    for (const id of ids) expect(await readTask(id)).toMatchObject({ status: 'FAILURE', phase: taskPhase.refunded })
    expect(await readFigures()).toMatchObject({ quota: 1_000_000, used: 0, remain: 400_000 })
  })

  test('a success that is reported after the time limit counts if the task was not ended before', async () => {
    const id = await addTask()
    node.clock.advance(90 * minute)
    answerTasks({ status: 'SUCCESS' })
    await poll()
    expect(await readTask(id)).toMatchObject({ status: 'SUCCESS', phase: taskPhase.over })
  })

  test('a broken channel does not delay others, and its tasks are polled again', async () => {
    const broken = await addChannel('http://127.0.0.1:1')
    const unreachable = await addTask({ channel_id: broken })
    const other = await addTask()
    answerTasks({ status: 'SUCCESS' })
    await poll()
    expect((await readTask(other)).status).toBe('SUCCESS')
    expect(await readTask(unreachable)).toMatchObject({ status: 'SUBMITTED', phase: taskPhase.open, claim: '' })
    expect((await readTask(unreachable)).due_at).toBe(node.clock.now() + 15_000)
    answer = () => new Response('<html>', { status: 502 })
    const wrong = await addTask()
    await poll()
    expect((await readTask(wrong)).phase).toBe(taskPhase.open)
  })

  test('an account that hangs delays only its own tasks', async () => {
    channelId = await addChannel(undefined, undefined, 'key-a\nkey-b')
    const hanging = Promise.withResolvers<Response>()
    const arrived = Promise.withResolvers<void>()
    answer = (_, ids) => {
      if (!ids.includes('t-a')) return Response.json(ids.map((id) => ({ id, status: 'SUCCESS' })))
      arrived.resolve()
      return hanging.promise
    }
    const stuck = await addTask({ task_id: 't-a', key_mark: markOfKey('key-a') })
    const running = createNode(1).poller.run(unusedSignal)
    await arrived.promise
    for (let made = 0; made < 2; made++) {
      const other = await addTask({ task_id: `t-b${made}`, key_mark: markOfKey('key-b') })
      await waitUntil('the other task', async () => (await readTask(other)).status === 'SUCCESS')
    }
    expect((await readTask(stuck)).status).toBe('SUBMITTED')
    hanging.resolve(Response.json([{ id: 't-a', status: 'SUCCESS' }]))
    await running
    expect((await readTask(stuck)).status).toBe('SUCCESS')
  })

  test('an answer of more than 100 000 values is not read', async () => {
    const id = await addTask({ task_id: 'wide' })
    const more = Array.from({ length: 110_000 }, () => 'x')
    answer = () => Response.json([{ id: 'wide', status: 'SUCCESS', more }])
    await poll()
    expect((await readTask(id)).phase).toBe(taskPhase.open)
    more.length = 90_000
    node.clock.advance(15_000)
    await poll()
    expect((await readTask(id)).status).toBe('SUCCESS')
  })

  test('tasks of a disabled or deleted channel end after ten minutes', async () => {
    const id = await addTask()
    await node.db.updateTable('channels').set({ status: 2 }).where('id', '=', channelId).execute()
    await node.state.publish({ kind: 'channels' })
    await poll()
    // A disabled channel still reports its tasks.
    expect((await readTask(id)).status).toBe('IN_PROGRESS')
    node.clock.advance(10 * minute)
    await poll()
    expect(await readTask(id)).toMatchObject({ status: 'FAILURE', phase: taskPhase.refunded })
    expect(await readFigures()).toEqual(figuresAfter(0))

    const orphan = await addTask()
    await node.db.deleteFrom('channels').where('id', '=', channelId).execute()
    await node.state.publish({ kind: 'channels' })
    await poll()
    expect((await readTask(orphan)).phase).toBe(taskPhase.open)
    node.clock.advance(10 * minute)
    await poll()
    expect(await readTask(orphan)).toMatchObject({ fail_reason: 'the channel of the task was deleted' })
    expect(await readFigures()).toMatchObject({ quota: 1_000_000, used: 0 })
  })

  test('a video that the gateway ends is stopped at its maker, once and after the refund', async () => {
    channelId = await addChannel(undefined, 61)
    const path = '/fal-ai/veo3.1/requests/r-1'
    const data = JSON.stringify({ upstream: { id: 'r-1', model: 'fal-ai/veo3.1', place: { path } } })
    const id = await addTask({ platform: 'video', model_name: 'mj_imagine', data })
    const seen: string[] = []
    answerVideo = (method, called) => {
      seen.push(`${method} ${called}`)
      // Whatever it says: the task is over.
      return method === 'GET'
        ? Response.json({ status: 'IN_PROGRESS' }, { status: 202 })
        : Response.json({ status: 'ALREADY_COMPLETED' }, { status: 400 })
    }
    const [one, other] = [createNode(), createNode()]
    const task = await readTask(id)
    await Promise.all([one.follower.fail(task, 'by hand'), other.follower.fail(task, 'by hand')])
    expect(await readTask(id)).toMatchObject({ status: 'FAILURE', phase: taskPhase.refunded, fail_reason: 'by hand' })
    expect(await readFigures()).toEqual(figuresAfter(0))
    expect(seen).toEqual([`PUT ${path}/cancel`])

    const late = await addTask({ platform: 'video', model_name: 'mj_imagine', data })
    node.clock.advance(25 * 60 * minute)
    await poll()
    expect((await readTask(late)).fail_reason).toBe('the upstream did not finish in time')
    expect(seen.slice(1)).toEqual([`GET ${path}/status`, `PUT ${path}/cancel`])
  })

  test('images that the gateway ends are stopped at their maker', async () => {
    const imageOf = (id: string, model: string) =>
      JSON.stringify({ operation: 'image_generations', wantsBytes: false, upstream: { id, model }, lifetimeMs: null })
    const ofImages = { platform: 'image', model_name: 'mj_imagine' }
    const seen: string[] = []
    answerVideo = (method, called) => {
      seen.push(`${method} ${called}`)
      return Response.json({ status: 'CANCELLATION_REQUESTED' }, { status: 202 })
    }
    channelId = await addChannel(undefined, 61)
    const id = await addTask({ ...ofImages, data: imageOf('r-1', 'fal-ai/flux-2-pro') })
    await createNode().follower.fail(await readTask(id), 'by hand')
    expect(await readTask(id)).toMatchObject({ status: 'FAILURE', phase: taskPhase.refunded })
    // Black Forest Labs cannot stop it.
    channelId = await addChannel(undefined, 62)
    const other = await addTask({ ...ofImages, data: imageOf('https://api.bfl.ai/v1/get_result?id=1', 'flux-2-pro') })
    await createNode().follower.fail(await readTask(other), 'by hand')
    expect(seen).toEqual(['PUT /fal-ai/flux-2-pro/requests/r-1/cancel'])
  })

  test('a video whose maker names the result elsewhere ends by it: a refusal there is refunded', async () => {
    channelId = await addChannel(undefined, 61)
    const upstreamAs = (id: string) =>
      JSON.stringify({ upstream: { id, model: 'fal-ai/veo3.1', place: { path: `/fal-ai/veo3.1/requests/${id}` } } })
    const [made, refused] = [
      await addTask({ platform: 'video', data: upstreamAs('made') }),
      await addTask({ platform: 'video', data: upstreamAs('refused') }),
    ]
    const detail = [{ loc: ['body'], msg: 'flagged', type: 'content_policy_violation' }]
    answerVideo = (_method, called) => {
      if (called.endsWith('/status')) return Response.json({ status: 'COMPLETED' })
      return called.endsWith('/made')
        ? Response.json({ video: { url: 'https://v3.fal.media/files/v.mp4' } })
        : Response.json({ detail }, { status: 422 })
    }
    await poll()
    expect(await readTask(made)).toMatchObject({ status: 'SUCCESS', progress: 100 })
    const failed = await readTask(refused)
    expect(failed).toMatchObject({ status: 'FAILURE', phase: taskPhase.refunded, fail_reason: 'flagged' })
    expect(JSON.parse(failed.data)).toMatchObject({ isModerated: true })
    expect(await readFigures()).toEqual(figuresAfter(price))
  })

  test('several nodes poll each task once, in lists of at most a hundred', async () => {
    await node.ledger.post({ ref: `more ${userId}`, userId, kind: 'credit', amount: q(20_000_000) })
    const ids = await Promise.all(Array.from({ length: 230 }, () => addTask({ quota: 0 }, false)))
    const sizes: number[] = []
    answer = (_, names) => {
      sizes.push(names.length)
      return Response.json(names.map((id) => ({ id, status: 'SUCCESS' })))
    }
    await Promise.all([poll(), poll(), poll()])
    expect(polledIds).toHaveLength(230)
    expect(new Set(polledIds).size).toBe(230)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100)
    const open = await node.db.selectFrom('tasks').select('id').where('phase', '=', 0).execute()
    expect([ids.length, open.length]).toEqual([230, 0])
  })
})
