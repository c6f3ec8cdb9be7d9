import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { engineNames } from './databases.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { runCommand } from './server-process.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { waitForOutput, waitUntil } from './wait-until.ts'

const path = '/v1/chat/completions'
const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }
const redis = process.env.TEST_REDIS_URL
const isPossible = process.platform === 'linux' && redis !== undefined
const servers = engineNames.filter((name) => name !== 'SQLite')

test('without a database server workers are refused', async () => {
  const { code, output } = await runCommand(['serve', '--workers', '2'], {})
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining('Set SQL_DSN to a PostgreSQL'),
  })
}, 60_000)

describe.skipIf(!isPossible).each(servers)('on %s', (engine) => {
  let server: TestServer
  let upstream: FakeUpstream
  let key: string
  beforeAll(async () => {
    upstream = await startFakeUpstream(fakeOpenAi())
    const sharing = { REDIS_CONN_STRING: `${redis}/10?keyPrefix=${crypto.randomUUID()}:`, LOG_LEVEL: 'info' }
    server = await startTestServer(engine, sharing, { workers: 2 })
    await server.addChannel(upstream.url)
    key = await server.makeToken('user')
  }, 180_000)
  // A clean exit code, and money that adds up, are checked by stop().
  afterAll(async () => {
    await server?.stop()
    await upstream?.close()
  }, 120_000)

  /** A request on a separate connection, which the system gives to any worker. */
  const ask = (route: string) => fetch(server.url + route, { headers: { connection: 'close' }, keepalive: false })
  /** Calls may fail while a worker restarts: that counts as not yet. */
  const waitUntilTrue = (what: string, isTrue: () => Promise<boolean>) =>
    waitUntil(what, () => isTrue().catch(() => false)).catch((error: Error) => {
      throw new Error(`${error.message}\n${server.process.output()}`)
    })
  /** Waits until both workers answer, each with the number of workers, and both know that both serve. */
  const waitUntilBothAnswer = async () => {
    const reached = new Set<string>()
    await waitUntilTrue('both workers answer', async () => {
      const { worker, workers, workers_serving } = (await (await ask('/readyz')).json()) as Record<string, unknown>
      if (workers_serving === 2) reached.add(`${worker} of ${workers}`)
      return reached.size === 2
    })
    expect([...reached].sort()).toEqual(['1 of 2', '2 of 2'])
  }
  const findPid = async (worker: number) => {
    const children = await Bun.file(`/proc/${server.process.pid}/task/${server.process.pid}/children`).text()
    for (const pid of children.trim().split(' '))
      if ((await Bun.file(`/proc/${pid}/cmdline`).text()).includes(`--worker=${worker}/2`)) return Number(pid)
    throw new Error(`worker ${worker} is not running`)
  }

  test('both workers serve the port, and a scrape of either has the numbers of both', async () => {
    await waitUntilBothAnswer()
    const text = await (await ask('/metrics')).text()
    for (const worker of [1, 2]) {
      expect(text).toContain(`sluice_worker_up{worker="${worker}"} 1`)
      expect(text).toMatch(new RegExp(`sluice_http_requests_total{.*worker="${worker}"} [1-9]`))
    }
  }, 120_000)

  test('a change made through one worker applies to both', async () => {
    const name = `Two rivers ${crypto.randomUUID()}`
    await server.api('root').put('/api/option/', { key: 'SystemName', value: name })
    await waitUntilTrue('both know the name', async () => {
      const names = await Promise.all(Array.from({ length: 16 }, readName))
      return names.every((seen) => seen === name)
    })
  }, 120_000)
  const readName = async () => {
    const { data } = (await (await ask('/api/status')).json()) as { data: { system_name: string } }
    return data.system_name
  }

  test('a killed worker is started again; the other one keeps serving, and its calls are settled', async () => {
    await waitUntilBothAnswer()
    const before = await findPid(2)
    process.kill(before, 'SIGKILL')
    await waitUntilTrue('the other one answers calls', async () => (await server.relay(key, path, chat)).status === 200)
    await waitUntilTrue('another process takes its place', async () => (await findPid(2)) !== before)
    await waitUntilBothAnswer()
    await waitForOutput(server, 'a worker ended; it will be restarted')
  }, 180_000)

  test('a worker that receives a stop signal finishes its call first and is replaced', async () => {
    await waitUntilBothAnswer()
    const gate = Promise.withResolvers<void>()
    upstream.answerWith(fakeOpenAi({ before: { 2: () => gate.promise } }))
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        server.relay(key, path, { ...chat, stream: true }, { headers: buildHeaders(key), keepalive: false }),
      ),
    )
    upstream.answerWith(fakeOpenAi())
    const before = await findPid(1)
    process.kill(before, 'SIGTERM')
    gate.resolve()
    for (const answer of answers) expect(await answer.text()).toEndWith('data: [DONE]\n\n')
    await waitUntilTrue('another process takes its place', async () => (await findPid(1)) !== before)
    await waitUntilBothAnswer()
  }, 180_000)
  const buildHeaders = (token: string) => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    connection: 'close',
  })

  test('workers end with the process that started them', async () => {
    const pids = [await findPid(1), await findPid(2)]
    await server.crashAndRestart()
    await waitUntilTrue('its workers have ended', async () => !(await Promise.all(pids.map(isRunning))).some(Boolean))
    await waitUntilBothAnswer()
  }, 180_000)
  /** A process that has ended may wait for its parent. */
  const isRunning = async (pid: number) =>
    !/^State:\s+Z/m.test(
      await Bun.file(`/proc/${pid}/status`)
        .text()
        .catch(() => 'State:\tZ'),
    )
})
