import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { quota } from '@sluice/contract/quota'
import { createLedger } from '../src/ledger/create-ledger.ts'
import type { Ledger } from '../src/ledger/ledger.ts'
import { recoverOrphans, returnOrphanLeases } from '../src/ledger/recover.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Store } from '../src/store/open-database.ts'
import { answerJson } from './answers.ts'
import { engineNames } from './databases.ts'
import { type ChatScript, fakeOpenAi } from './fake-openai.ts'
import { type FakeRealtime, responseDone, startFakeRealtime } from './fake-realtime.ts'
import { type FakeTaskUpstream, startFakeTaskUpstream } from './fake-task-upstream.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { disableTls, openRealtime } from './realtime-client.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { awaitRow } from './usage-rows.ts'
import { waitUntil } from './wait-until.ts'

// The lease of a node expires while its calls run: other nodes resolve their holds, and the balance may be spent. An
// answer that cannot be charged is not delivered as a complete one, in any format.

const granted = 1_000_000
const parts = Array.from({ length: 400 }, (_, index) => ` word${index}`)
/** More than any checkpoint has counted. */
const usage = { prompt_tokens: 100, completion_tokens: 50_000 }

describe.skipIf(!engineNames.includes('PostgreSQL'))('a node whose lease expired', () => {
  let server: TestServer
  let upstream: FakeUpstream
  let drawings: FakeTaskUpstream
  let voices: FakeRealtime
  let store: Store
  let other: Ledger
  let key: string
  let restoreSocket: () => void
  beforeAll(async () => {
    restoreSocket = disableTls()
    upstream = await startFakeUpstream(fakeOpenAi())
    drawings = await startFakeTaskUpstream()
    voices = startFakeRealtime()
    server = await startTestServer('PostgreSQL')
    await server.addChannel(upstream.url)
    await server.addChannel(drawings.url, { type: 2, key: 'mj', models: 'mj_imagine' })
    await server.addChannel(voices.url, { models: 'gpt-rt' })
    await server.api('root').put('/api/option/', { key: 'ModelRatio', value: '{"gpt-rt":1,"gpt-4o":1}' })
    key = await server.makeToken('user')
    store = await server.database.open()
    const log = { error() {}, warn() {}, info() {} }
    const process = {
      store,
      clock: systemClock,
      log,
      nodeName: 'other',
      sync: 'normal',
      mode: 'shared',
    } as const
    other = await createLedger(process)
  }, 120_000)
  afterAll(async () => {
    restoreSocket()
    await other?.close()
    await store?.close()
    await server?.stop()
    for (const fake of [upstream, drawings, voices]) await fake?.close()
  }, 120_000)

  const setBalance = (to: number) =>
    other.setBalance({ ref: crypto.randomUUID(), userId: server.api('user').user.id, to: quota(to) })
  const readBalance = () => other.balanceOf(server.api('user').user.id)
  /** Resolves the holds of the server, as another node does when it takes the server for dead. */
  const recoverHolds = async () => {
    await store.db.deleteFrom('epochs').where('node', '!=', 'other').execute()
    await recoverOrphans(store, Date.now(), { log: { warn() {} }, keepsRows: true })
    await returnOrphanLeases(store)
  }
  const readCharges = async (ref: string) => {
    const entries = store.db.selectFrom('ledger_entries').select('amount').where('ref', '=', ref)
    return (await entries.execute()).map(({ amount }) => -amount)
  }
  const idOf = (answer: Response) => answer.headers.get('x-oneapi-request-id') ?? ''
  const errorRow = (id: string) => awaitRow(server, (row) => row.request_id === id && row.type === 5)

  /** The upstream waits for `gate` before the frame `at`; null = before a whole answer. */
  const answerAfter = (at: number | null, gate: Promise<void>): void => {
    const script: ChatScript = { parts, usage, ...(at !== null && { before: { [at]: () => gate } }) }
    upstream.answerWith(async (exchange) => {
      if (at === null) await gate
      await fakeOpenAi(script)(exchange)
    })
  }

  const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }
  const mark = 'reservation_lost'
  const clients = [
    { format: 'chat completions', path: '/v1/chat/completions', body: chat, sign: mark, end: '[DONE]' },
    {
      format: 'messages',
      path: '/v1/messages',
      body: { ...chat, max_tokens: 60_000 },
      // This format has no codes.
      sign: 'lost contact with the database',
      end: 'message_stop',
    },
    {
      format: 'responses',
      path: '/v1/responses',
      body: { model: 'gpt-4o', input: 'x' },
      sign: mark,
      end: 'response.completed',
    },
  ]

  test.each(clients)(
    'ends a stream of $format with an error if another node charged its checkpoint, and adds no charge',
    async ({ path, body, sign, end }) => {
      await setBalance(granted)
      const gate = Promise.withResolvers<void>()
      // The frame with the finish reason: no more text, and no more checkpoint, follows.
      answerAfter(parts.length + 1, gate.promise)
      const answer = await server.relay(key, path, { ...body, stream: true })
      const text = answer.text()
      const held = () => store.db.selectFrom('reservations').selectAll().where('ref', '=', idOf(answer)).execute()
      await waitUntil('it has a checkpoint', async () => (await held()).some((row) => row.checkpoint_charge !== null), {
        timeoutMs: 60_000,
        pauseMs: 20,
      })
      await recoverHolds()
      const before = await readCharges(idOf(answer))
      gate.resolve()
      expect(await text).toContain(sign)
      expect(await text).not.toContain(end)
      expect(await readCharges(idOf(answer))).toEqual(before)
      expect(before).toHaveLength(1)
      expect(await errorRow(idOf(answer))).toMatchObject({ quota: 0 })
    },
    60_000,
  )

  test.each(clients)(
    'withholds a plain answer of $format that the balance no longer covers, and delivers one that it covers',
    async ({ path, body, sign }) => {
      for (const balance of [0, granted]) {
        await setBalance(granted)
        const gate = Promise.withResolvers<void>()
        answerAfter(null, gate.promise)
        const callsBefore = upstream.requests.length
        const answering = server.relay(key, path, body)
        await upstream.requestAt(callsBefore)
        await recoverHolds()
        await setBalance(balance)
        gate.resolve()
        const answer = await answering
        const isPaid = balance > 0
        expect(answer.status).toBe(isPaid ? 200 : 503)
        expect((await answer.text()).includes(sign)).toBe(!isPaid)
        expect(await readCharges(idOf(answer))).toHaveLength(isPaid ? 1 : 0)
        if (!isPaid) expect(await errorRow(idOf(answer))).toMatchObject({ quota: 0 })
      }
    },
    60_000,
  )

  test('withdraws a task that cannot be charged', async () => {
    await setBalance(granted)
    const gate = Promise.withResolvers<void>()
    drawings.submitWith(async (exchange) => {
      await gate.promise
      await answerJson({ code: 1, description: 'submitted', properties: {}, result: 'task-lost' })(exchange)
    })
    const submitting = server.relay(key, '/mj/submit/imagine', { prompt: 'a river' })
    await drawings.submissionAt(drawings.submitted.length)
    await recoverHolds()
    await setBalance(0)
    gate.resolve()
    const answer = await submitting
    expect(answer.status).toBe(503)
    const task = store.db.selectFrom('tasks').selectAll().where('task_id', '=', 'task-lost')
    expect(await task.executeTakeFirstOrThrow()).toMatchObject({ status: 'FAILURE', phase: 2, data: '{}' })
    expect(await readBalance()).toBe(quota(0))
  }, 60_000)

  test('ends with an error a realtime session that cannot be charged', async () => {
    await setBalance(granted)
    const session = await openRealtime({ server, upstream: voices }, key, 'gpt-rt')
    await recoverHolds()
    await setBalance(0)
    session.connection.send(responseDone({ text: 10, audio: 20, outputText: 5, outputAudio: 6 }))
    await session.waitForEvent('response.done')
    session.client.close()
    const row = await awaitRow(server, ({ id, type }) => id > session.lastRow && type === 5)
    expect(row.detail).toMatchObject({ error: { code: 'reservation_lost' } })
    expect(await readBalance()).toBe(quota(0))
  }, 60_000)
})
