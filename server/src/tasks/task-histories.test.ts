import { expect, test } from 'bun:test'
import { auditLedger } from '../cli/ledger-audit.ts'
import { addToken, addUser, openLedger, q } from '../ledger/test-accounts.ts'
import type { UpstreamRequest } from '../platform/outbound/call-upstream.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { createRandom } from '../platform/test-random.ts'
import { channelKeySealContext } from '../state/load-channels.ts'
import { tokenKeyPurpose } from '../store/api-tokens.ts'
import { insertReturningId } from '../store/dialects/writing.ts'
import type { Store } from '../store/open-database.ts'
import { writeOptionText } from '../store/options.ts'
import { taskPhase } from '../store/tasks.ts'
import { newTestChannel } from '../store/test-channels.ts'
import { engines } from '../store/test-databases.ts'
import { callbackPathOf } from './callback.ts'
import { type Fate, type KillPoint, startTaskNode, type TaskNode } from './test-task-node.ts'

// Random histories of videos and drawings, from the client's request to the last refund: submissions, polls of several
// nodes at once, callbacks, ends by hand, time limits, and processes that are killed while they ask the maker, between
// the maker's answer and the charge, and before or after each posting. Whatever happens, each task is charged once or
// refunded once, no maker gets a submission twice, and no account has more unfinished tasks than it may. TEST_SEED sets
// which history runs.

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const steps = 120

/** Unfinished tasks of one of the accounts. */
const tasksMax = 3
const video = 'doubao-seedance-2-0-260128'
const drawing = 'mj_imagine'
const secondPrice = 50_000
const drawingPrice = 50_000
const byHand = 'ended by hand'
const unused = new AbortController().signal
const hourMs = 3_600_000

interface MakerTask {
  id: string
  prompt: string
  isVideo: boolean
  state: 'open' | 'failed' | 'succeeded'
  seconds: number
}

/** How the makers answer a submission. After `broken` and `killed` they have the task. */
type Answer = 'accept' | 'busy' | 'refuse' | 'broken' | 'killed'

function createMakers() {
  const tasks: MakerTask[] = []
  const answers: Answer[] = []

  const wireOf = ({ id, isVideo, state, seconds }: MakerTask) => {
    if (!isVideo) return { id, status: { open: 'IN_PROGRESS', failed: 'FAILURE', succeeded: 'SUCCESS' }[state] }
    const content = { video_url: `https://files.example/${id}.mp4` }
    if (state === 'succeeded') return { id, status: 'succeeded', content, duration: seconds }
    return { id, status: state === 'open' ? 'running' : 'failed' }
  }

  async function answer({ url, method, body }: UpstreamRequest, fate: Fate): Promise<Response> {
    const isVideo = url.includes('/api/v3/')
    // A running task is not stopped.
    if (method === 'DELETE') return new Response('', { status: 400 })
    if (method === 'GET') {
      const found = tasks.find(({ id }) => url.endsWith(`/${id}`))
      return found ? Response.json(wireOf(found)) : new Response('', { status: 404 })
    }
    const sent = JSON.parse(Buffer.from(body as Uint8Array).toString()) as Record<string, unknown>
    if (Array.isArray(sent.ids))
      return Response.json(tasks.filter(({ id }) => (sent.ids as string[]).includes(id)).map(wireOf))
    const next = answers.shift() ?? 'accept'
    if (next === 'busy') return Response.json({ error: { code: 'busy', message: 'later' } }, { status: 429 })
    if (next === 'refuse' && isVideo)
      return Response.json({ error: { code: 'InputTextSensitiveContentDetected', message: 'no' } }, { status: 400 })
    if (next === 'refuse') return Response.json({ code: 24, description: 'no', result: '' })
    const prompt = isVideo ? (sent.content as { text: string }[])[0]?.text : String(sent.prompt)
    const id = `made-${tasks.length + 1}`
    tasks.push({ id, prompt: prompt ?? '', isVideo, state: 'open', seconds: Number(sent.duration ?? 0) })
    if (next === 'broken') return new Response('<html>', { status: 504 })
    if (next === 'killed') await fate.pass('asking')
    return Response.json(isVideo ? { id } : { code: 1, description: 'submitted', result: id })
  }

  return { tasks, answers, answer, wireOf }
}

for (const { name, fresh } of engines) {
  test(`random histories of tasks on ${name} charge or refund each of them once (TEST_SEED=${seed})`, async () => {
    const store = await fresh()
    const { db } = store
    const random = createRandom(seed)
    const clock = createManualClock()
    const secretBox = createSecretBox('a secret that only tests know')
    const makers = createMakers()
    const startNode = (nodeName: string) =>
      startTaskNode({ store, name: nodeName, clock, secretBox, answer: makers.answer })

    const opening = [20_000_000, 20_000_000, 1_500_000]
    const keys: string[] = []
    const userIds: number[] = []
    const first = await openLedger(store, { clock, nodeName: 'opening' })
    for (const [at, amount] of opening.entries()) {
      const userId = await addUser(store, `u${at}`)
      userIds.push(userId)
      await first.post({ ref: `gift ${at}`, userId, kind: 'credit', amount: q(amount) })
      const tokenId = await addToken(store, userId, at > 0)
      if (at === 0) await first.setTokenRemain(tokenId, q(3_000_000))
      const key_hash = secretBox.lookup(`key${at}`, tokenKeyPurpose)
      await db.updateTable('api_tokens').set({ key_hash }).where('id', '=', tokenId).execute()
      keys.push(`key${at}`)
    }
    await first.close()
    const limitedId = userIds[1] ?? 0
    await db
      .updateTable('users')
      .set({ limits: JSON.stringify({ tasks: tasksMax }) })
      .where('id', '=', limitedId)
      .execute()
    await writeOptionText(db, { name: 'SecondPrice', value: JSON.stringify({ [video]: 0.1 }), updatedAt: clock.now() })
    const channelIds: number[] = []
    for (const [at, type] of [45, 45, 2, 2].entries()) {
      const own = { type, base_url: `http://maker-${at}.example`, models: type === 2 ? drawing : video, auto_ban: 0 }
      const key_box = secretBox.seal(`secret-${at}`, channelKeySealContext)
      channelIds.push(await insertReturningId(db, 'channels', newTestChannel({ ...own, key_box })))
    }
    // The embedded database belongs to one process.
    const nodes: TaskNode[] = []
    for (const at of store.engine === 'sqlite' ? [0] : [0, 1]) nodes.push(await startNode(`node-${at}`))
    const killed: TaskNode[] = []
    let prompts = 0

    const submit = (node: TaskNode): Promise<Response> => {
      prompts += 1
      const key = random.pick(keys)
      const prompt = `picture ${prompts}`
      return random.below(3) === 0
        ? node.send('/mj/submit/imagine', key, { prompt })
        : node.send('/v1/videos', key, { model: video, prompt, seconds: String(4 + random.below(6)) })
    }
    const poll = (node: TaskNode) => node.poller.run(unused)

    /** Runs `work` on a node until the node is killed at `point`; then a new process takes its place. */
    async function killAt(point: KillPoint, work: (node: TaskNode) => Promise<unknown>): Promise<void> {
      const at = random.below(nodes.length)
      const node = nodes[at]
      if (!node) return
      const reached = node.fate.killAt(point)
      await Promise.race([reached, work(node)])
      await node.fate.kill()
      killed.push(node)
      await node.ledger.flush()
      await endEpochs(store, node.name)
      // The process that recovers what the killed one held.
      nodes[at] = await startNode(node.name)
    }

    const answerOf = (): Answer => {
      const choice = random.below(20)
      return choice < 14 ? 'accept' : choice < 17 ? 'busy' : choice < 18 ? 'refuse' : 'broken'
    }
    const moveMaker = () => {
      const open = makers.tasks.filter(({ state }) => state === 'open')
      if (open.length === 0) return
      const task = random.pick(open)
      if (random.below(3) === 0) task.state = 'failed'
      else Object.assign(task, { state: 'succeeded', seconds: 3 + random.below(8) })
    }
    const openTasks = () => db.selectFrom('tasks').selectAll().where('phase', '=', taskPhase.open).execute()

    /** The same end from several sides: all nodes poll, callbacks arrive twice, and an administrator ends one. */
    async function endTogether(): Promise<void> {
      const open = await openTasks()
      const works = nodes.map(poll)
      for (const row of open.filter((one) => one.platform === 'mj').slice(0, 4)) {
        const made = makers.tasks.find(({ id }) => id === row.task_id)
        const [node] = nodes
        const channel = node?.state.current().channels.get(row.channel_id)
        if (!made || !node || !channel) continue
        const path = callbackPathOf(secretBox, channel)
        for (let times = 0; times < 2; times++)
          works.push(node.send(path, null, makers.wireOf(made)).then(({ status }) => expect(status).toBe(200)))
      }
      if (open.length > 0 && random.below(3) === 0) {
        const row = random.pick(open)
        for (const { follower } of nodes) works.push(follower.fail(row, byHand))
      }
      await Promise.all(works)
    }

    const step = async () => {
      const choice = random.below(100)
      if (choice < 34) {
        makers.answers.splice(0, makers.answers.length, answerOf(), answerOf())
        expect([200, 400, 401, 403, 404, 429, 500, 502, 503, 504]).toContain((await submit(random.pick(nodes))).status)
      } else if (choice < 62) moveMaker()
      else if (choice < 74) {
        clock.advance(5_000 + random.below(20_000))
        await poll(random.pick(nodes))
      } else if (choice < 84) {
        clock.advance(20_000)
        await endTogether()
      } else if (choice < 91) {
        makers.answers.splice(0, makers.answers.length, random.pick<Answer>(['accept', 'killed']))
        await killAt(random.pick<KillPoint>(['asking', 'reserve', 'reserved', 'settle', 'settled']), submit)
      } else if (choice < 97) {
        for (let count = 0; count < 4; count++) moveMaker()
        clock.advance(20_000)
        await killAt(random.pick<KillPoint>(['post', 'posted', 'reserve', 'reserved', 'settle', 'settled']), poll)
      } else if (choice < 99) clock.advance(random.below(2 * hourMs))
      else expect((await auditLedger(store)).findings).toEqual([])
    }

    for (let index = 0; index < steps; index++) {
      await step()
      const open = (await openTasks()).filter((row) => row.user_id === limitedId)
      expect(open.length).toBeLessThanOrEqual(tasksMax)
    }
    for (const task of makers.tasks.slice(0, -3)) while (task.state === 'open') moveMaker()
    // The last ones never end: the time limit ends them. A hold of a killed process is waited for.
    const unfinished = async () => {
      const { count } = await store.db
        .selectFrom('tasks')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('phase', '<', taskPhase.over)
        .executeTakeFirstOrThrow()
      return Number(count)
    }
    for (let round = 0; round < 6 || (round < 40 && (await unfinished()) > 0); round++) {
      await Promise.all(nodes.map(poll))
      await Promise.all(nodes.map(({ ledger }) => ledger.flush()))
      clock.advance(round === 1 ? 30 * hourMs : 60_000)
    }

    await expectEachPaidOnce(store, makers.tasks)
    const report = await auditLedger(store)
    expect(report.findings).toEqual([])
    expect(await db.selectFrom('reservations').selectAll().execute()).toEqual([])
    for (const node of nodes) await node.close()
    for (const { ledger } of killed) await ledger.close().catch(() => undefined)
    await store.close()
  }, 60_000)
}

async function endEpochs({ db }: Store, node: string): Promise<void> {
  await db.updateTable('epochs').set({ lease_until: 0 }).where('node', '=', node).execute()
}

async function expectEachPaidOnce({ db }: Store, made: readonly MakerTask[]): Promise<void> {
  const rows = await db.selectFrom('tasks').selectAll().orderBy('id').execute()
  const entries = await db.selectFrom('ledger_entries').selectAll().execute()
  const promptsMade = made.map(({ prompt }) => prompt)
  expect(promptsMade.length).toBe(new Set(promptsMade).size)
  const explained = new Set<string>()
  for (const row of rows) {
    const own = entries.filter(
      ({ ref }) => ref === row.request_ref || ref === `task:${row.id}:refund` || ref === `task:${row.id}:settle`,
    )
    for (const { ref } of own) explained.add(ref)
    expect(new Set(own.map(({ ref }) => ref)).size).toBe(own.length)
    const net = own.reduce((sum, { amount }) => sum - amount, 0)
    const wasCharged = own.some(({ ref }) => ref === row.request_ref)
    const task = made.find(({ prompt }) => prompt === row.prompt)
    const price = row.platform === 'video' ? (task?.seconds ?? 0) * secondPrice : drawingPrice
    const expected = row.status === 'SUCCESS' && wasCharged ? price : 0
    const about = { id: row.id, status: row.status, phase: row.phase, reason: row.fail_reason }
    expect({ ...about, net }).toEqual({ ...about, net: expected })
    expect(row.phase).toBeGreaterThanOrEqual(taskPhase.over)
    if (row.status === 'SUCCESS') expect({ ...about, made: task?.state }).toEqual({ ...about, made: 'succeeded' })
    else if (task?.state !== 'failed')
      expect([byHand, 'no', 'the upstream did not finish in time']).toContain(row.fail_reason)
  }
  // One call for each task that was charged, also where its price rose or all of it was returned.
  const accepted = new Map<number, number>()
  for (const row of rows)
    if (entries.some(({ ref }) => ref === row.request_ref))
      accepted.set(row.user_id, (accepted.get(row.user_id) ?? 0) + 1)
  const hours = await db.selectFrom('usage_hours').select(['user_id', 'calls']).execute()
  for (const { id, request_count } of await db.selectFrom('users').select(['id', 'request_count']).execute()) {
    const calls = hours.reduce((sum, hour) => (hour.user_id === id ? sum + hour.calls : sum), 0)
    const count = accepted.get(id) ?? 0
    expect({ id, request_count, calls }).toEqual({ id, request_count: count, calls: count })
  }
  // No charge without a task, and nothing else has moved money.
  const others = entries.filter(({ ref, amount }) => !explained.has(ref) && !ref.startsWith('gift ') && amount !== 0)
  expect(others).toEqual([])
}
