import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { addToken, addUser, openLedger, q } from '../../ledger/test-accounts.ts'
import type { UpstreamRequest } from '../../platform/outbound/call-upstream.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { channelKeySealContext } from '../../state/load-channels.ts'
import { tokenKeyPurpose } from '../../store/api-tokens.ts'
import { insertReturningId } from '../../store/dialects/writing.ts'
import type { Store } from '../../store/open-database.ts'
import { writeOptionText } from '../../store/options.ts'
import { newTestChannel } from '../../store/test-channels.ts'
import { engines } from '../../store/test-databases.ts'
import { startTaskNode, type TaskNode } from '../test-task-node.ts'

// Pictures that are made after the call, from the request of a client to the last posting. Wires as documented by the
// makers, as known on 2026-11-28.

type Wire = Record<string, unknown>

const urlAt = (index: number) => `https://files.example/${index}.png`
/** 0.04 × 500 000 */
const price = 20_000
const balance = 10_000_000

interface Maker {
  name: string
  type: number
  model: string
  created: Wire
  running: Wire
  done: (urls: string[]) => Wire
  failed: Wire
  refused: { status: number; body: Wire }
  query: { method: string; path: string }
  lifetimeSeconds: number | null
}

const makers: Maker[] = [
  {
    name: 'Kling',
    type: 50,
    model: 'kling-v2-1',
    created: { code: 0, data: { task_id: '77', task_status: 'submitted' } },
    running: { code: 0, data: { task_id: '77', task_status: 'processing' } },
    done: (urls) => ({
      code: 0,
      data: { task_id: '77', task_status: 'succeed', task_result: { images: urls.map((url) => ({ url })) } },
    }),
    failed: { code: 0, data: { task_id: '77', task_status: 'failed', task_status_msg: 'no luck' } },
    refused: { status: 400, body: { code: 1301, message: 'not allowed' } },
    query: { method: 'GET', path: '/v1/images/generations/77' },
    lifetimeSeconds: 2_592_000,
  },
  {
    name: 'Vidu',
    type: 52,
    model: 'viduq2',
    created: { task_id: '8', state: 'created', credits: 4 },
    running: { state: 'processing', creations: [] },
    done: (urls) => ({ state: 'success', creations: urls.map((url) => ({ id: 'c', url })) }),
    failed: { state: 'failed', err_code: 'no luck' },
    refused: { status: 400, body: { code: 400, reason: 'AuditSubmitIllegal', message: 'not allowed' } },
    query: { method: 'GET', path: '/ent/v2/tasks/8/creations' },
    lifetimeSeconds: 86_400,
  },
  {
    name: 'Jimeng',
    type: 51,
    model: 'jimeng_t2i_v40',
    created: { code: 10_000, data: { task_id: '9' } },
    running: { code: 10_000, data: { status: 'generating' } },
    done: (urls) => ({ code: 10_000, data: { status: 'done', image_urls: urls } }),
    failed: { code: 10_000, data: { status: 'expired' } },
    refused: { status: 400, body: { code: 50_412, message: 'not allowed' } },
    query: { method: 'POST', path: '/?Action=CVSync2AsyncGetResult&Version=2022-08-31' },
    lifetimeSeconds: 3_600,
  },
  {
    name: 'Replicate',
    type: 56,
    model: 'black-forest-labs/flux-kontext-pro',
    created: { id: 'p1', status: 'starting', output: null },
    running: { id: 'p1', status: 'processing', output: null },
    done: (urls) => ({ id: 'p1', status: 'succeeded', output: urls }),
    failed: { id: 'p1', status: 'failed', error: 'no luck' },
    refused: { status: 422, body: { title: 't', detail: 'flagged as NSFW', status: 422 } },
    query: { method: 'GET', path: '/v1/predictions/p1' },
    lifetimeSeconds: 3_600,
  },
  {
    name: 'Qwen',
    type: 17,
    model: 'wan2.2-t2i-flash',
    created: { output: { task_id: 't-1', task_status: 'PENDING' } },
    running: { output: { task_id: 't-1', task_status: 'RUNNING' } },
    done: (urls) => ({ output: { task_id: 't-1', task_status: 'SUCCEEDED', results: urls.map((url) => ({ url })) } }),
    failed: { output: { task_id: 't-1', task_status: 'FAILED', code: 'InternalError', message: 'no luck' } },
    refused: { status: 400, body: { code: 'DataInspectionFailed', message: 'not allowed' } },
    query: { method: 'GET', path: '/api/v1/tasks/t-1' },
    lifetimeSeconds: 86_400,
  },
]

const clock = createManualClock()
const secretBox = createSecretBox('a secret that only tests know')
const unused = new AbortController().signal
let store: Store
let node: TaskNode
let userId: number
let answers: (Response | Error)[] = []
const sent: UpstreamRequest[] = []

beforeAll(async () => {
  const [sqlite] = engines
  if (!sqlite) throw new Error('no database')
  store = await sqlite.fresh()
  const { db } = store
  const first = await openLedger(store, { clock, nodeName: 'opening' })
  for (const name of ['own', 'other']) {
    const id = await addUser(store, name)
    if (name === 'own') userId = id
    await first.post({ ref: `gift ${name}`, userId: id, kind: 'credit', amount: q(balance) })
    const key_hash = secretBox.lookup(name, tokenKeyPurpose)
    const tokenId = await addToken(store, id, true)
    await db.updateTable('api_tokens').set({ key_hash }).where('id', '=', tokenId).execute()
  }
  await first.close()
  const prices = Object.fromEntries(makers.map(({ name }) => [name, 0.04]))
  await writeOptionText(db, { name: 'ModelPrice', value: JSON.stringify(prices), updatedAt: clock.now() })
  for (const { name, type, model } of makers) {
    const key_box = secretBox.seal(type === 51 ? 'ak|sk' : `key-${type}`, channelKeySealContext)
    const model_mapping = JSON.stringify({ [name]: model })
    const own = { type, base_url: `http://maker-${type}.example`, models: name, model_mapping, auto_ban: 0, key_box }
    await insertReturningId(db, 'channels', newTestChannel(own))
  }
  const answer = async (request: UpstreamRequest) => {
    sent.push(request)
    const next = answers.shift() ?? new Error('no further answer')
    if (next instanceof Error) throw next
    return next
  }
  const fetchImage = async (url: string) => {
    if (url === urlAt(9)) throw new Error('the file is gone')
    return { bytes: Buffer.from(`bytes of ${url}`), contentType: 'image/png' }
  }
  node = await startTaskNode({ store, name: 'node', clock, secretBox, answer, fetchImage })
})
beforeEach(() => {
  sent.length = 0
  answers = []
})
afterAll(async () => {
  await node?.close()
  await store?.close()
})

const spent = async () => {
  await node.ledger.flush()
  const { quota } = await store.db
    .selectFrom('users')
    .select('quota')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return balance - quota
}
const poll = async () => {
  clock.advance(5_000)
  await node.poller.run(unused)
}
const create = (body: Wire) => node.send('/v1/images/generations', 'own', { prompt: 'a gate', async: true, ...body })
const read = async (id: unknown, key = 'own') => {
  const response = await node.send(`/v1/images/generations/${id}`, key, null)
  return { status: response.status, headers: response.headers, body: (await response.json()) as Wire }
}

describe.each(makers)('pictures of $name that are made after the call', (maker) => {
  test('are fetched by the id of their task, and those that are not delivered cost nothing', async () => {
    const before = await spent()
    const n = maker.type === 51 || maker.type === 52 ? 1 : 2
    answers = [maker.created, maker.running, maker.done([urlAt(1)])].map((body) => Response.json(body))
    const response = await create({ model: maker.name, n, user: 'u' })
    const task = (await response.json()) as Wire
    const seconds = Math.floor(clock.now() / 1_000)
    expect([response.status, response.headers.get('x-sluice-dropped')]).toEqual([200, 'user'])
    const unclear = await create({ model: maker.name, async: 1 })
    expect([unclear.status, await unclear.json()]).toMatchObject([400, { error: { code: 'invalid_request' } }])
    const open = { object: 'image', model: maker.name, progress: 0, created_at: seconds, error: null }
    expect(task).toEqual({
      ...open,
      id: expect.stringMatching(/^task_[0-9a-f]{32}$/),
      task_id: task.id,
      status: 'queued',
      completed_at: null,
      expires_at: null,
    })
    expect(sent[0]?.headers).not.toHaveProperty('prefer')
    expect((await spent()) - before).toBe(n * price)
    await poll()
    const running = await read(task.id)
    expect(running.body).toEqual({ ...task, status: 'in_progress' })
    expect(running.headers.get('openai-poll-after-ms')).toBe('2000')
    expect((await read(task.id, 'other')).status).toBe(404)
    await poll()
    const at = Math.floor(clock.now() / 1_000)
    expect((await read(task.id)).body).toEqual({
      ...task,
      status: 'completed',
      progress: 100,
      completed_at: at,
      expires_at: maker.lifetimeSeconds === null ? null : at + maker.lifetimeSeconds,
      created: at,
      data: [{ url: urlAt(1) }],
    })
    expect((await spent()) - before).toBe(price)
    const root = `http://maker-${maker.type}.example`
    expect(sent.slice(1).map(({ method, url }) => [method, url])).toEqual([
      [maker.query.method, root + maker.query.path],
      [maker.query.method, root + maker.query.path],
    ])
    await poll()
    expect(sent).toHaveLength(3)
  })

  test('are refunded when they fail, and when the maker names none that a browser opens', async () => {
    const before = await spent()
    for (const [last, message] of [
      [maker.failed, maker.type === 51 ? 'expired' : 'no luck'],
      [maker.done([]), 'the maker reported success without a result'],
      [maker.done(['file:///etc/passwd']), 'the maker reported success without a result'],
    ] as const) {
      answers = [maker.created, last].map((body) => Response.json(body))
      const { id } = (await (await create({ model: maker.name })).json()) as Wire
      await poll()
      const error = { code: 'generation_failed', message }
      expect((await read(id)).body).toMatchObject({ status: 'failed', completed_at: null, error })
      expect(await spent()).toBe(before)
    }
  })

  test('are not charged when the maker refuses the content', async () => {
    const before = await spent()
    answers = [Response.json(maker.refused.body, { status: maker.refused.status })]
    const response = await create({ model: maker.name })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { code: 'content_policy_violation' } },
    ])
    expect(await spent()).toBe(before)
    expect(sent).toHaveLength(1)
  })
})

test('a state that cannot be read ends no task', async () => {
  const [maker] = makers
  answers = [
    Response.json(maker?.created),
    new Response('<html>', { status: 200 }),
    Response.json({}, { status: 500 }),
    new Error('reset'),
    Response.json({ code: 1303, message: 'busy' }, { status: 429 }),
    new Response('', { status: 404 }),
    Response.json(maker?.done([urlAt(1)])),
  ]
  const { id } = (await (await create({ model: 'Kling' })).json()) as Wire
  for (let polls = 0; polls < 5; polls++) {
    await poll()
    expect((await read(id)).body.status).toBe('queued')
  }
  await poll()
  expect((await read(id)).body.status).toBe('completed')
})

test('bytes are delivered where the call asks for them, the address if they cannot be fetched', async () => {
  const [maker] = makers
  answers = [maker?.created, maker?.done([urlAt(1), urlAt(9)])].map((body) => Response.json(body))
  const { id } = (await (await create({ model: 'Kling', n: 2, response_format: 'b64_json' })).json()) as Wire
  await poll()
  const b64_json = Buffer.from(`bytes of ${urlAt(1)}`).toString('base64')
  expect((await read(id)).body.data).toEqual([{ b64_json }, { url: urlAt(9) }])
})

test('a refusal of the request keeps the words and the status of the maker, and costs nothing', async () => {
  const before = await spent()
  for (const [status, body, shown] of [
    [422, { detail: [{ msg: 'Input should be less than 10' }] }, [422, 'Input should be less than 10']],
    [400, { code: 1201, message: 'the size is wrong' }, [400, 'the size is wrong']],
    [429, { message: 'account 17 has too many' }, [429, 'at its limit']],
    [401, { message: 'bad key sk-1' }, [502, 'rejected the key']],
    [200, { code: 5000, message: 'no capacity' }, [502, 'no capacity']],
  ] as const) {
    answers = [Response.json(body, { status })]
    const response = await create({ model: 'Kling' })
    const { error } = (await response.json()) as { error: { message: string } }
    expect([response.status, error.message.toLowerCase()]).toEqual([
      shown[0],
      expect.stringContaining(shown[1].toLowerCase()),
    ])
  }
  expect(await spent()).toBe(before)
})

test('what the maker cannot do is refused before anything is held or sent', async () => {
  const before = await spent()
  const response = await create({ model: 'Vidu', n: 3 })
  expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'invalid_image_request' } }])
  expect([await spent(), sent.length]).toEqual([before, 0])
})

test('a submission that the maker may have accepted is not charged, and not sent again', async () => {
  const before = await spent()
  answers = [new Response('<html>', { status: 504 })]
  expect((await create({ model: 'Kling' })).status).toBeGreaterThanOrEqual(500)
  expect([await spent(), sent.length]).toEqual([before, 1])
})

test('images that are not asked for later are in the answer', async () => {
  const [maker] = makers
  answers = [maker?.created, maker?.done([urlAt(1)])].map((body) => Response.json(body))
  const response = await create({ model: 'Kling', async: false })
  expect([response.headers.get('x-sluice-dropped'), await response.json()]).toMatchObject([
    null,
    { data: [{ url: urlAt(1) }] },
  ])
})
