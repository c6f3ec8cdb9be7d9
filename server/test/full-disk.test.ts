import { afterAll, expect, test } from 'bun:test'
import { sqliteIn } from './databases.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { startFakeUpstream } from './fake-upstream.ts'
import { readUntil } from './read-until.ts'
import { mountSmallDisk } from './small-disk.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { waitForOutput, waitUntil } from './wait-until.ts'

const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }
const path = '/v1/chat/completions'
const callers = 12

const mounted = mountSmallDisk(32)
const disk = typeof mounted === 'string' ? null : mounted
if (!disk) process.stdout.write(`full-disk.test.ts does not run: no small disk here (${mounted})\n`)

afterAll(() => disk?.remove())

/** Plain and streamed calls of many callers. */
function startLoad(server: TestServer, key: string) {
  /** Request ids of whole answers. */
  const complete: string[] = []
  /** Status and body of the other answers. */
  const refused: { status: number; body: unknown }[] = []
  let isOver = false
  const caller = async (index: number) => {
    for (let turn = index; !isOver; turn += 1) {
      const isStream = turn % 2 === 0
      try {
        const answer = await server.relay(key, path, { ...chat, stream: isStream })
        const text = await answer.text()
        const id = answer.headers.get('x-oneapi-request-id') ?? ''
        if (answer.status !== 200) refused.push({ status: answer.status, body: JSON.parse(text) })
        else if (isStream ? text.endsWith('data: [DONE]\n\n') : text.endsWith('}')) complete.push(id)
        else refused.push({ status: 200, body: text.slice(-500) })
      } catch {
        return // The server has died.
      }
    }
  }
  const running = Array.from({ length: callers }, (_, index) => caller(index))
  return {
    complete,
    refused,
    async end() {
      isOver = true
      await Promise.all(running)
    },
  }
}

async function expectChargedOnce(server: TestServer, ids: readonly string[]): Promise<void> {
  const store = await server.database.open()
  const rows = await store.db.selectFrom('usage_logs').select('request_id').where('type', '=', 2).execute()
  await store.close()
  const charged = rows.map((row) => row.request_id)
  expect(charged).toHaveLength(new Set(charged).size)
  const known = new Set(charged)
  expect(ids.filter((id) => !known.has(id))).toEqual([])
}

if (disk)
  test('on a full disk calls are refused and streams end; with space again everything is charged once', async () => {
    const upstream = await startFakeUpstream(fakeOpenAi())
    const server = await startTestServer(sqliteIn(disk.folder))
    await server.addChannel(upstream.url)
    const key = await server.makeToken('user')
    const call = () => server.relay(key, path, chat)
    expect((await call()).status).toBe(200)
    /** Opens streams that pause until `end` is called. */
    const openStreams = async () => {
      const gate = Promise.withResolvers<void>()
      upstream.answerWith(fakeOpenAi({ before: { 4: () => gate.promise } }))
      const streams = await Promise.all(
        Array.from({ length: 6 }, () => server.relay(key, path, { ...chat, stream: true })),
      )
      upstream.answerWith(fakeOpenAi())
      const end = async () => {
        gate.resolve()
        for (const stream of streams) expect(await readUntil(stream)).toContain('[DONE]')
        return streams.map(({ headers }) => headers.get('x-oneapi-request-id') ?? '')
      }
      return { end }
    }

    const first = await openStreams()
    const load = startLoad(server, key)
    await waitUntil('calls are answered', async () => load.complete.length >= 40)
    expect(load.refused).toEqual([])
    disk.fill()
    await waitUntil('calls are refused', async () => load.refused.length >= 40)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    const ended = await first.end()
    await waitForOutput(server, 'disk is full')
    disk.free()
    const before = load.complete.length
    await waitUntil('calls are answered again', async () => load.complete.length >= before + 40)
    await load.end()
    for (const { status, body } of load.refused)
      expect([status, body]).toMatchObject([503, { error: { code: 'storage_unavailable' } }])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await expectChargedOnce(server, [...load.complete, ...ended])

    // The server is killed with a full disk: the endings of these calls are in space that it had reserved before.
    const second = await openStreams()
    const last = startLoad(server, key)
    disk.fill()
    await waitUntil('calls are refused again', async () => last.refused.length >= 20)
    const endedLast = await second.end()
    await server.process.kill()
    await last.end()
    disk.free()
    await server.crashAndRestart()
    await expectChargedOnce(server, [...load.complete, ...ended, ...last.complete, ...endedLast])
    expect((await call()).status).toBe(200)
    // `stop` audits balances, entries, sums and rows.
    await server.stop()
    await upstream.close()
  }, 300_000)
