import { afterAll, beforeAll, expect, test } from 'bun:test'
import { engineNames } from './databases.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { runCommand } from './server-process.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const path = '/v1/chat/completions'
const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }
const redis = process.env.TEST_REDIS_URL
const isPossible = process.platform === 'linux' && engineNames.includes('PostgreSQL') && redis !== undefined

test('without a database server workers are refused', async () => {
  const { code, output } = await runCommand(['serve', '--workers', '2'], {})
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining('Set SQL_DSN to a PostgreSQL'),
  })
}, 60_000)

if (isPossible) {
  let server: TestServer
  let upstream: FakeUpstream
  let key: string
  beforeAll(async () => {
    upstream = await startFakeUpstream(fakeOpenAi())
    const sharing = { REDIS_CONN_STRING: `${redis}/10`, LOG_LEVEL: 'info' }
    server = await startTestServer('PostgreSQL', sharing, { workers: 2 })
    await server.addChannel(upstream.url)
    key = await server.makeToken('user')
  }, 180_000)
  // A clean exit code, and money that adds up, are checked by stop().
  afterAll(async () => {
    await server?.stop()
    await upstream?.close()
  }, 120_000)

  /** On a connection of its own, which the system gives to any worker. */
  const ask = (way: string) => fetch(server.url + way, { headers: { connection: 'close' }, keepalive: false })
  async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const giveUpAt = Date.now() + 90_000
    while (!(await isSo().catch(() => false))) {
      if (Date.now() > giveUpAt) throw new Error(`not in time: ${what}\n${server.process.output()}`)
      await Bun.sleep(50)
    }
  }
  /** Both answer, and each knows how many there are. */
  const untilBothAnswer = async () => {
    const reached = new Set<string>()
    await until('both workers answer', async () => {
      const { worker, workers } = (await (await ask('/readyz')).json()) as Record<string, unknown>
      reached.add(`${worker} of ${workers}`)
      return reached.size === 2
    })
    expect([...reached].sort()).toEqual(['1 of 2', '2 of 2'])
  }
  const pidOf = async (worker: number) => {
    const children = await Bun.file(`/proc/${server.process.pid}/task/${server.process.pid}/children`).text()
    for (const pid of children.trim().split(' '))
      if ((await Bun.file(`/proc/${pid}/cmdline`).text()).includes(`--worker=${worker}/2`)) return Number(pid)
    throw new Error(`worker ${worker} is not running`)
  }

  test('both workers serve the port, and a scrape of either has the numbers of both', async () => {
    await untilBothAnswer()
    const text = await (await ask('/metrics')).text()
    for (const worker of [1, 2]) {
      expect(text).toContain(`sluice_worker_up{worker="${worker}"} 1`)
      expect(text).toMatch(new RegExp(`sluice_http_requests_total{.*worker="${worker}"} [1-9]`))
    }
  }, 120_000)

  test('a change made through one is known to both', async () => {
    const name = `Two rivers ${crypto.randomUUID()}`
    await server.api('root').put('/api/option/', { key: 'SystemName', value: name })
    await until('both know the name', async () => {
      const names = await Promise.all(Array.from({ length: 16 }, nameNow))
      return names.every((one) => one === name)
    })
  }, 120_000)
  const nameNow = async () => {
    const { data } = (await (await ask('/api/status')).json()) as { data: { system_name: string } }
    return data.system_name
  }

  test('a killed worker is started again; the other one keeps serving, and its calls are settled', async () => {
    await untilBothAnswer()
    const before = await pidOf(2)
    process.kill(before, 'SIGKILL')
    await until('the other one answers calls', async () => (await server.relay(key, path, chat)).status === 200)
    await until('another process takes its seat', async () => (await pidOf(2)) !== before)
    await untilBothAnswer()
    expect(server.process.output()).toContain('a worker ended; it will be restarted')
  }, 180_000)

  test('a worker that receives a stop signal finishes its call first and is replaced', async () => {
    await untilBothAnswer()
    const gate = Promise.withResolvers<void>()
    upstream.answerWith(fakeOpenAi({ before: { 2: () => gate.promise } }))
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        server.relay(key, path, { ...chat, stream: true }, { headers: headersOf(key), keepalive: false }),
      ),
    )
    upstream.answerWith(fakeOpenAi())
    const before = await pidOf(1)
    process.kill(before, 'SIGTERM')
    gate.resolve()
    for (const answer of answers) expect(await answer.text()).toEndWith('data: [DONE]\n\n')
    await until('another process takes its seat', async () => (await pidOf(1)) !== before)
    await untilBothAnswer()
  }, 180_000)
  const headersOf = (token: string) => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    connection: 'close',
  })

  test('workers end with the process that started them', async () => {
    const pids = [await pidOf(1), await pidOf(2)]
    await server.crashAndRestart()
    await until('its workers have ended', async () => !(await Promise.all(pids.map(isRunning))).some(Boolean))
    await untilBothAnswer()
  }, 180_000)
  /** A process that has ended may wait for its parent. */
  const isRunning = async (pid: number) =>
    !/^State:\s+Z/m.test(
      await Bun.file(`/proc/${pid}/status`)
        .text()
        .catch(() => 'State:\tZ'),
    )
}
