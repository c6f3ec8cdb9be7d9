import { expect, test } from 'bun:test'
import { engineNames } from './databases.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { waitUntilNothingIsHeld } from './wait-until.ts'

const callers = 24
const completeBeforeKill = 150
const messages = [{ role: 'user' as const, content: 'Where does the river run?' }]

// Concurrently, as most of the time is spent waiting for leases.
test.concurrent.each([...engineNames])(
  'after a server on %s is killed under load, the money is exact and every whole answer is charged once',
  async (engine) => {
    const upstream = await startFakeUpstream(fakeOpenAi())
    const server = await startTestServer(engine)
    await server.addChannel(upstream.url)
    const key = await server.makeToken('user')
    const granted = (await server.self('user')).quota

    const complete = await loadUntilKilled(server, key)
    await server.crashAndRestart()

    const rows = await countChargedRows(server)
    for (const id of complete) expect(rows.get(id)).toBe(1)
    expect(Math.max(...rows.values())).toBe(1)
    await waitForRecovery(server)
    const { quota, used_quota } = await server.self('user')
    expect(quota + used_quota).toBe(granted)

    // It serves again, and stop() checks that nothing is held.
    expect((await server.relay(key, '/v1/chat/completions', { model: 'gpt-4o', messages })).status).toBe(200)
    await server.stop()
    await upstream.close()
  },
  120_000,
)

/** Makes plain and streamed calls from many clients until the server dies. Returns the ids of complete answers. */
async function loadUntilKilled(server: TestServer, key: string): Promise<string[]> {
  const complete: string[] = []
  const isEnough = Promise.withResolvers<void>()
  const caller = async (index: number) => {
    for (let turn = 0; ; turn += 1) {
      const stream = (index + turn) % 2 === 0
      try {
        const response = await server.relay(key, '/v1/chat/completions', {
          model: 'gpt-4o',
          messages,
          stream,
        })
        const text = await response.text()
        const isWhole = stream ? text.endsWith('data: [DONE]\n\n') : text.endsWith('}')
        const id = response.headers.get('x-oneapi-request-id')
        if (response.ok && isWhole && id) complete.push(id)
        if (complete.length >= completeBeforeKill) isEnough.resolve()
      } catch {
        return // The server has died.
      }
    }
  }
  const running = Array.from({ length: callers }, (_, index) => caller(index))
  await Promise.race([isEnough.promise, Promise.all(running)])
  await server.process.kill()
  await Promise.all(running)
  expect(complete.length).toBeGreaterThanOrEqual(completeBeforeKill)
  return complete
}

/** The server resolves the holds only after the lease of the killed process, which is guaranteed within a minute. */
async function waitForRecovery(server: TestServer): Promise<void> {
  const store = await server.database.open()
  try {
    await waitUntilNothingIsHeld(store, { timeoutMs: 60_000, pauseMs: 200 })
  } finally {
    await store.close()
  }
}

/** Request id → how many charged rows it has in the log. */
async function countChargedRows(server: TestServer): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const store = await server.database.open()
  try {
    const rows = await store.db.selectFrom('usage_logs').select('request_id').where('type', '=', 2).execute()
    for (const { request_id } of rows) counts.set(request_id, (counts.get(request_id) ?? 0) + 1)
  } finally {
    await store.close()
  }
  return counts
}
