import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { JsonRecord } from '@sluice/contract/read-json'
import { addToken, addUser, openLedger, q } from '../ledger/test-accounts.ts'
import { createWebhookRequests } from '../notify/send-webhook.ts'
import { startTestWebhookServer, type TestWebhookServer } from '../notify/test-webhook-server.ts'
import type { GuardedRequest } from '../platform/outbound/guarded-request.ts'
import { createTestCertificate } from '../platform/outbound/test-certificate.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { channelKeySealContext } from '../state/load-channels.ts'
import { tokenKeyPurpose, tokenKeySealContext } from '../store/api-tokens.ts'
import { insertReturningId } from '../store/dialects/writing.ts'
import type { Store } from '../store/open-database.ts'
import { writeOptionText } from '../store/options.ts'
import { messagePhase } from '../store/task-messages.ts'
import { hideTask } from '../store/tasks.ts'
import { newTestChannel } from '../store/test-channels.ts'
import { engines } from '../store/test-databases.ts'
import { standardHeaders } from './sign-message.ts'
import { startTaskNode, type TaskNode } from './test-task-node.ts'

// What callers are told of the end of their tasks, over https. The makers are functions.

const video = 'doubao-seedance-2-0-260128'
const picture = 'kling-v2-1'
const clock = createManualClock()
const secretBox = createSecretBox('a secret that only tests know')
const unused = new AbortController().signal

let store: Store
let node: TaskNode
const killed: TaskNode[] = []
let state: JsonRecord = {}
let caller: TestWebhookServer
let hookRequest: GuardedRequest
let hook: string
let outboundAllow: string

const hasCertificates = Bun.which('openssl') !== null
if (hasCertificates) {
  beforeAll(async () => {
    const certificate = await createTestCertificate('hooks.example')
    caller = await startTestWebhookServer(certificate)
    hook = `https://hooks.example:${caller.port}/hook?secret=1`
    const resolve = async () => ['127.0.0.1']
    outboundAllow = `127.0.0.1:${caller.port}`
    hookRequest = createWebhookRequests(outboundAllow, { resolve, ca: certificate.ca }).direct
  })
  afterAll(() => caller?.close())
}

const startNode = () =>
  startTaskNode({
    store,
    name: 'node',
    clock,
    secretBox,
    hookRequest,
    outboundAllow,
    answer: async ({ method, url }) => {
      if (url.includes('maker-50')) return Response.json(method === 'GET' ? state : { code: 0, data: { task_id: '7' } })
      return Response.json(method === 'GET' ? { id: 'cgt-1', ...state } : { id: 'cgt-1' })
    },
  })

describe.skipIf(!hasCertificates).each(engines)('the address of a caller on $name', (engine) => {
  beforeAll(async () => {
    store = await engine.fresh()
    const { db } = store
    const first = await openLedger(store, { clock, nodeName: 'opening' })
    const userId = await addUser(store, 'u')
    await first.post({ ref: 'gift', userId, kind: 'credit', amount: q(10_000_000) })
    const tokenId = await addToken(store, userId, true)
    const keys = {
      key_hash: secretBox.lookup('key', tokenKeyPurpose),
      key_box: secretBox.seal('key', tokenKeySealContext),
    }
    await db.updateTable('api_tokens').set(keys).where('id', '=', tokenId).execute()
    await first.close()
    const price = JSON.stringify({ [video]: 0.1, [picture]: 0.1 })
    await writeOptionText(db, { name: 'ModelPrice', value: price, updatedAt: clock.now() })
    for (const [type, models] of [
      [45, video],
      [50, picture],
    ] as const) {
      const key_box = secretBox.seal('secret', channelKeySealContext)
      const own = { type, base_url: `http://maker-${type}.example`, models, auto_ban: 0, key_box }
      await insertReturningId(db, 'channels', newTestChannel(own))
    }
    node = await startNode()
  })
  beforeEach(() => {
    state = { status: 'succeeded', content: { video_url: 'https://files.example/v.mp4' } }
    caller.received.length = 0
    caller.statuses.length = 0
  })
  afterAll(async () => {
    await node?.close()
    for (const { ledger } of killed.splice(0)) await ledger.close().catch(() => undefined)
    await store?.close()
  })

  const create = async (path: string, body: JsonRecord) => {
    const response = await node.send(path, 'key', { prompt: 'p', ...body })
    return { status: response.status, body: (await response.json()) as JsonRecord }
  }
  const createVideo = async (path = '/v1/videos', body: JsonRecord = { model: video }) => {
    const made = await create(path, { callback_url: hook, ...body })
    expect(made.status).toBeLessThan(300)
    return made.body
  }
  const poll = async () => {
    clock.advance(5_000)
    await node.poller.run(unused)
  }
  /** Runs the job after this time. */
  const tellAfter = async (ms: number) => {
    clock.advance(ms)
    await node.messages.run(unused)
  }
  const bodies = () => caller.received.map(({ body }) => JSON.parse(body) as JsonRecord)
  const eventIds = () => caller.received.map(({ headers }) => headers['webhook-id'])
  const findRow = (taskId: unknown) =>
    store.db
      .selectFrom('task_messages')
      .innerJoin('tasks', 'tasks.id', 'task_messages.task')
      .selectAll('task_messages')
      .where('task_id', '=', String(taskId))
      .executeTakeFirstOrThrow()

  test('the address is told once of the end, with a signature', async () => {
    const { id } = await createVideo()
    await tellAfter(0)
    expect(caller.received).toEqual([])
    await poll()
    for (const ms of [0, 5_000, 3_600_000]) await tellAfter(ms)
    const [message, ...more] = caller.received
    expect(more).toEqual([])
    expect(bodies()).toMatchObject([
      { id: `evt_${id}`, object: 'event', type: 'video.completed', data: { id, status: 'completed', object: 'video' } },
    ])
    const seconds = Number(message?.headers['webhook-timestamp'])
    const text = message?.body ?? ''
    expect(message?.path).toBe('/hook?secret=1')
    expect(message?.headers).toMatchObject(standardHeaders({ id: `evt_${id}`, key: 'sk-key', text, seconds }))
    expect(text).not.toContain('files.example')
  })

  test('a failure is told in the same way', async () => {
    const { id } = await createVideo()
    state = { status: 'failed', error: { code: 'other', message: 'no luck' } }
    await poll()
    await tellAfter(0)
    expect(bodies()).toMatchObject([
      { type: 'video.failed', data: { id, error: { code: 'generation_failed', message: 'no luck' } } },
    ])
  })

  test('OpenRouter’s and Kling’s clients are told in their form', async () => {
    const job = await createVideo('/api/v1/videos')
    await poll()
    await tellAfter(0)
    expect(bodies()).toMatchObject([{ type: 'video.generation.completed', data: { id: job.id, status: 'completed' } }])
    expect(caller.received[0]?.headers).toMatchObject({
      'x-openrouter-signature': expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
      'x-openrouter-idempotency-key': `evt_${job.id}`,
    })
    caller.received.length = 0
    const { data } = (await createVideo('/kling/v1/videos/text2video', { model_name: video })) as { data: JsonRecord }
    await poll()
    await tellAfter(0)
    expect(bodies()).toMatchObject([{ code: 0, data: { task_id: data.task_id, task_status: 'succeed' } }])
    expect(caller.received[0]?.headers).not.toHaveProperty('x-openrouter-signature')
  })

  test('pictures that are made after the call are told, too', async () => {
    const made = await create('/v1/images/generations', { model: picture, async: true, callback_url: hook })
    state = {
      code: 0,
      data: { task_status: 'succeed', task_result: { images: [{ url: 'https://files.example/1.png' }] } },
    }
    await poll()
    await tellAfter(0)
    expect(bodies()).toMatchObject([
      { type: 'image.completed', data: { id: made.body.id, data: [{ url: 'https://files.example/1.png' }] } },
    ])
  })

  test('a message that fails is repeated ever later, eight times at most, under one id', async () => {
    const { id } = await createVideo()
    caller.statuses.push(500, 429, 302, 404, 500, 500, 500, 500, 500)
    await poll()
    await tellAfter(0)
    const waits = [10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 640_000]
    for (const [index, ms] of waits.entries()) {
      await tellAfter(ms - 1)
      expect(caller.received).toHaveLength(index + 1)
      await tellAfter(1)
      expect(caller.received).toHaveLength(index + 2)
    }
    await tellAfter(10 * 3_600_000)
    expect(caller.received).toHaveLength(8)
    expect(new Set(eventIds())).toEqual(new Set([`evt_${id}`]))
  })

  test('an address that is gone is not called again', async () => {
    await createVideo()
    caller.statuses.push(410)
    await poll()
    for (const ms of [0, 60_000]) await tellAfter(ms)
    expect(caller.received).toHaveLength(1)
  })

  test('an address whose name is within the own network is not called', async () => {
    const { id } = await createVideo('/v1/videos', { model: video, callback_url: 'https://hooks.example/hook' })
    await poll()
    for (let hours = 0; hours < 9; hours++) await tellAfter(3_600_000)
    expect(caller.received).toEqual([])
    expect(await findRow(id)).toMatchObject({ phase: messagePhase.over, note: 'refused', tries: 8 })
  })

  test.each([
    ['before', 'tell', 1],
    ['after', 'told', 2],
  ] as const)(
    'a process that is killed %s a message arrives is followed by another, under one id',
    async (_, point, messages) => {
      const { id } = await createVideo()
      await poll()
      const reached = node.fate.killAt(point)
      await Promise.race([reached, node.messages.run(unused)])
      await node.fate.kill()
      killed.push(node)
      // Counted, and without an answer.
      expect(await findRow(id)).toMatchObject({ phase: messagePhase.due, tries: 1 })
      await store.db.updateTable('epochs').set({ lease_until: 0 }).where('node', '=', node.name).execute()
      node = await startNode()
      // At once, and not when the time of the claim is over.
      for (const ms of [0, 3_600_000]) {
        await tellAfter(ms)
        expect(eventIds()).toEqual(Array(messages).fill(`evt_${id}`))
      }
      expect(await findRow(id)).toMatchObject({ phase: messagePhase.over, note: 'told', tries: 2, claim: '' })
    },
  )

  test('of several runs at the same time one tells the address', async () => {
    const { id } = await createVideo()
    await poll()
    await Promise.all([tellAfter(0), tellAfter(0), tellAfter(0)])
    expect(eventIds()).toEqual([`evt_${id}`])
  })

  test('nobody is told of a video that was deleted meanwhile', async () => {
    const [{ id: deleted }, { id: hidden }] = [await createVideo(), await createVideo()]
    await poll()
    expect((await node.send(`/v1/videos/${deleted}`, 'key', null, 'DELETE')).status).toBe(200)
    const cancelled = { phase: messagePhase.over, note: 'gone', tries: 0 }
    expect(await findRow(deleted)).toMatchObject(cancelled)
    // Its deletion was interrupted.
    await hideTask(store.db, (await findRow(hidden)).task, clock.now())
    await tellAfter(0)
    expect(await findRow(hidden)).toMatchObject(cancelled)
    expect(caller.received).toEqual([])
  })

  test('an address that is never called is refused before anything is held', async () => {
    const refusedAddresses = [
      'http://a.example/h',
      'file:///etc/passwd',
      'https://me:secret@a.example/h',
      'https://',
      'https://127.0.0.1/h',
      'https://localhost/h',
      'https://169.254.169.254/h',
      'https://a.example:9/h',
      7,
    ]
    for (const callback_url of [...refusedAddresses, ['https://a.example']]) {
      const refused = await create('/v1/videos', { model: video, callback_url })
      expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    }
    const pictures = await create('/v1/images/generations', { model: picture, async: true, callback_url: 'http://a' })
    expect(pictures.status).toBe(400)
  })
})
