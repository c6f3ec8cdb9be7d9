import { afterAll, beforeAll, expect, test } from 'bun:test'
import { GatewayError } from '../core/errors.ts'
import { addToken, addUser, openLedger, q } from '../ledger/test-accounts.ts'
import type { UpstreamRequest } from '../platform/outbound/call-upstream.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { channelKeySealContext } from '../state/load-channels.ts'
import { tokenKeyPurpose } from '../store/api-tokens.ts'
import { insertReturningId } from '../store/dialects/writing.ts'
import type { Store } from '../store/open-database.ts'
import { writeOptionText } from '../store/options.ts'
import { newTestChannel } from '../store/test-channels.ts'
import { engines } from '../store/test-databases.ts'
import { startTaskNode, type TaskNode } from './test-task-node.ts'

// Submissions to Kling whose answer is lost, and tasks that are lost later. The maker finds its tasks by the gateway's
// id.

type Wire = Record<string, unknown>

const model = 'kling-v2-6'
const price = 250_000
const opening = 10_000_000
const unused = new AbortController().signal
const clock = createManualClock()
let store: Store
let node: TaskNode
let userId: number
/** What happens to the next submission. */
let lose: () => Response | Promise<never> = () => Promise.reject(new Error('unused'))
let isKept = true
/** The maker's tasks by the gateway's id. */
const made = new Map<string, Wire>()
let submissions = 0

async function answer({ url, method, body }: UpstreamRequest): Promise<Response> {
  if (method === 'GET') {
    const id = url.split('/').at(-1) ?? ''
    const data = made.get(id) ?? [...made.values()].find((task) => task.task_id === id)
    return data
      ? Response.json({ code: 0, data })
      : Response.json({ code: 1203, message: 'the task does not exist' }, { status: 404 })
  }
  submissions += 1
  const sent = JSON.parse(Buffer.from(body).toString()) as { external_task_id: string }
  if (isKept) made.set(sent.external_task_id, { task_id: `k-${submissions}`, task_status: 'processing' })
  return await lose()
}

beforeAll(async () => {
  const [sqlite] = engines
  if (!sqlite) throw new Error('no database')
  store = await sqlite.fresh()
  const { db } = store
  const secretBox = createSecretBox('a secret that only tests know')
  const first = await openLedger(store, { clock, nodeName: 'opening' })
  userId = await addUser(store, 'u')
  await first.post({ ref: 'gift', userId, kind: 'credit', amount: q(opening) })
  const tokenId = await addToken(store, userId, true)
  const key_hash = secretBox.lookup('key', tokenKeyPurpose)
  await db.updateTable('api_tokens').set({ key_hash }).where('id', '=', tokenId).execute()
  await first.close()
  await writeOptionText(db, { name: 'SecondPrice', value: JSON.stringify({ [model]: 0.1 }), updatedAt: clock.now() })
  for (const at of [0, 1]) {
    const own = { type: 50, base_url: `http://maker-${at}.example`, models: model, auto_ban: 0 }
    const key_box = secretBox.seal('TESTAK|TESTSK', channelKeySealContext)
    await insertReturningId(db, 'channels', newTestChannel({ ...own, key_box }))
  }
  node = await startTaskNode({ store, name: 'node', clock, secretBox, answer })
})
afterAll(async () => {
  await node?.close()
  await store?.close()
})

/** The answer to a request for a video, and how many submissions reached the makers. */
async function submit(): Promise<{ status: number; id: string; sent: number }> {
  const before = submissions
  const response = await node.send('/v1/videos', 'key', { model, prompt: 'p', seconds: '5' })
  const { id } = (await response.json()) as { id: string }
  return { status: response.status, id, sent: submissions - before }
}
const read = async (id: string) => (await (await node.send(`/v1/videos/${id}`, 'key', null)).json()) as Wire
async function poll(afterMs: number): Promise<void> {
  clock.advance(afterMs)
  await node.poller.run(unused)
}
async function readSpent(): Promise<number> {
  await node.ledger.flush()
  const { quota } = await store.db
    .selectFrom('users')
    .select('quota')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return opening - Number(quota)
}

test.each([
  ['a time-out', () => Promise.reject(new GatewayError('upstream_timeout'))],
  ['a 504', () => Response.json({ code: 5002, message: 'timeout' }, { status: 504 })],
  ['an answer that cannot be read', () => new Response('<html>')],
])('after %s the task is found, and charged once', async (_, losing) => {
  ;[lose, isKept] = [losing, true]
  const before = await readSpent()
  const { status, id, sent } = await submit()
  expect([status, sent]).toEqual([200, 1])
  expect(await readSpent()).toBe(before + price)
  await poll(5_000)
  expect(await read(id)).toMatchObject({ status: 'queued' })
  const videos = [{ id: 'v', url: 'https://k.example/a.mp4' }]
  made.set(id, { ...made.get(id), task_status: 'succeed', task_result: { videos } })
  await poll(5_000)
  expect(await read(id)).toMatchObject({ status: 'completed' })
  expect(await readSpent()).toBe(before + price)
})

test('a task that the maker does not know after a minute is refunded once', async () => {
  ;[lose, isKept] = [() => Promise.reject(new GatewayError('upstream_timeout')), false]
  const before = await readSpent()
  const { id, sent } = await submit()
  expect(sent).toBe(1)
  await poll(5_000)
  expect(await read(id)).toMatchObject({ status: 'queued' })
  await poll(50_000)
  expect(await read(id)).toMatchObject({ status: 'queued' })
  await poll(10_000)
  await poll(60_000)
  expect(await read(id)).toMatchObject({ status: 'failed', error: { message: 'the maker did not receive the task' } })
  expect(await readSpent()).toBe(before)
})

test('a refusal is no lost answer', async () => {
  ;[lose, isKept] = [() => Response.json({ code: 1201, message: 'wrong' }, { status: 400 }), false]
  const before = await readSpent()
  expect(await submit()).toMatchObject({ status: 400, sent: 1 })
  expect(await readSpent()).toBe(before)
})

test.each(['http://169.254.169.254/v.mp4', 'http://localhost:4713/v.mp4'])(
  'a result at %s, which no client could get, is a failure that costs nothing',
  async (url) => {
    ;[lose, isKept] = [() => Response.json({ code: 0, data: { task_id: `k-${submissions}` } }), true]
    const before = await readSpent()
    const { id } = await submit()
    made.set(id, { ...made.get(id), task_status: 'succeed', task_result: { videos: [{ id: 'v', url }] } })
    await poll(5_000)
    expect(await read(id)).toMatchObject({ status: 'failed' })
    expect(await readSpent()).toBe(before)
  },
)

test('a task that the maker forgets is refunded after ten minutes, and not if it is known again before', async () => {
  ;[lose, isKept] = [() => Response.json({ code: 0, data: { task_id: `k-${submissions}` } }), true]
  const before = await readSpent()
  const [gone, back] = [(await submit()).id, (await submit()).id]
  const forgotten = made.get(back) ?? {}
  for (const id of [gone, back]) made.delete(id)
  await poll(5_000)
  await poll(5 * 60_000)
  expect(await read(gone)).toMatchObject({ status: 'queued' })
  made.set(back, forgotten)
  await poll(60_000)
  made.delete(back)
  await poll(5 * 60_000)
  expect(await read(gone)).toMatchObject({ status: 'failed' })
  expect(await read(back)).toMatchObject({ status: 'in_progress' })
  expect(await readSpent()).toBe(before + price)
})
