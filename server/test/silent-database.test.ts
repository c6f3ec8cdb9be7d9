import { expect, test } from 'bun:test'
import { createDatabase, engineNames } from './databases.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { startFakeUpstream } from './fake-upstream.ts'
import { readUntil } from './read-until.ts'
import { startTestServer } from './test-server.ts'
import { startWire, throughWire } from './wire.ts'

// A database whose machine is lost is silent: no connection is closed, and no statement is answered.

const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }
const path = '/v1/chat/completions'

test.concurrent.each(engineNames.filter((name) => name !== 'SQLite'))(
  'while %s is silent calls get 503 and streams end, and afterwards calls are served again',
  async (engine) => {
    const direct = await createDatabase(engine)
    const wire = await startWire(direct.environment.SQL_DSN)
    const upstream = await startFakeUpstream(fakeOpenAi())
    const server = await startTestServer({
      ...direct,
      environment: { ...direct.environment, SQL_DSN: throughWire(direct.environment.SQL_DSN, wire) },
    })
    await server.addChannel(upstream.url)
    const key = await server.makeToken('user')
    const gate = Promise.withResolvers<void>()
    upstream.answerWith(fakeOpenAi({ before: { 4: () => gate.promise } }))
    const stream = await server.relay(key, path, { ...chat, stream: true })
    upstream.answerWith(fakeOpenAi())

    wire.silence()
    gate.resolve()
    const call = () => server.relay(key, path, chat)
    /** The longest duration of each kind of request. */
    const waited = { call: 0, console: 0, readiness: 0 }
    const timed = async <T>(kind: keyof typeof waited, work: Promise<T>): Promise<T> => {
      const from = performance.now()
      const result = await work
      waited[kind] = Math.max(waited[kind], performance.now() - from)
      return result
    }
    // More than the pool has connections, so that some wait for a new one.
    const reading = Array.from({ length: 8 }, () =>
      timed('console', server.api('user').request('GET', '/api/user/self')),
    )
    const readiness = timed('readiness', fetch(`${server.url}/readyz`))
    // Calls that a lease covers are admitted until the ledger notices the silence.
    const callUntilRefused = async () => {
      for (;;) {
        const answer = await timed('call', call())
        if (answer.status !== 200) return answer
      }
    }
    for (const refused of await Promise.all([callUntilRefused(), callUntilRefused(), callUntilRefused()])) {
      expect(refused.status).toBe(503)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refused.json()).toMatchObject({ error: { code: 'storage_unavailable' } })
    }
    for (const answer of await Promise.all(reading))
      expect(answer).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } })
    expect((await readiness).status).toBe(503)
    expect(waited.call).toBeLessThan(5_000)
    expect(waited.console).toBeLessThan(4_500)
    // 0.9 seconds, and the time that a loaded machine needs.
    expect(waited.readiness).toBeLessThan(1_900)
    expect(await readUntil(stream)).toContain('[DONE]')

    wire.restore()
    const restoredAt = performance.now()
    while ((await call()).status !== 200) await Bun.sleep(50)
    expect(performance.now() - restoredAt).toBeLessThan(5_000)
    await server.stop()
    await upstream.close()
    wire.close()
  },
  120_000,
)
