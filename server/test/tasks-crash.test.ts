import { expect, test } from 'bun:test'
import { hang } from './answers.ts'
import { engineNames } from './databases.ts'
import { startFakeTaskUpstream } from './fake-task-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { waitUntil } from './wait-until.ts'

const price = 50_000

// Concurrently, as most of the time is spent waiting for leases and for the poller.
test.concurrent.each([...engineNames])(
  'after a server on %s is killed, a task that failed meanwhile is refunded, and a submission without an answer costs nothing',
  async (engine) => {
    const upstream = await startFakeTaskUpstream()
    const server = await startTestServer(engine)
    await server.addChannel(upstream.url, { type: 2, key: 'mj', models: 'mj_imagine' })
    const key = await server.makeToken('user', { unlimited_quota: false, remain_quota: 1_000_000 })
    const granted = (await server.self('user')).quota
    const submit = () => server.relay(key, '/mj/submit/imagine', { prompt: 'a river' })

    const { result: id } = (await (await submit()).json()) as { result: string }
    upstream.submitWith(hang)
    const lost = submit().catch(() => null)
    await upstream.submissionAt(1)
    upstream.reportTask(id, { status: 'FAILURE', failReason: 'meanwhile' })
    await server.process.kill()
    await lost
    await server.crashAndRestart()

    // The first task is stored, and its failure is reported. Nothing was stored of the second.
    await waitUntil(
      'both charges are returned',
      async () => (await server.self('user')).quota === granted && !(await isAnythingHeld(server)),
      { timeoutMs: 120_000, pauseMs: 250 },
    )
    const fetched = await server.relay(key, `/mj/task/${id}/fetch`, undefined, {
      method: 'GET',
      headers: { authorization: `Bearer ${key}` },
      body: null,
    })
    expect(await fetched.json()).toMatchObject({ status: 'FAILURE', failReason: 'meanwhile' })
    expect((await server.self('user')).used_quota).toBe(0)
    expect((await submit()).status).toBe(200)
    expect((await server.self('user')).quota).toBe(granted - price)
    await server.stop()
    await upstream.close()
  },
  150_000,
)

async function isAnythingHeld(server: TestServer): Promise<boolean> {
  const store = await server.database.open()
  try {
    return (await store.db.selectFrom('reservations').select('ref').execute()).length > 0
  } finally {
    await store.close()
  }
}
