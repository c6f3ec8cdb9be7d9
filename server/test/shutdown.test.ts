import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { readUntil } from './read-until.ts'
import { startServerProcess } from './server-process.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const streamed = { model: 'gpt-4o', stream: true, messages: [{ role: 'user', content: 'Where to?' }] }
const path = '/v1/chat/completions'
const giveUpMs = 30_000
let server: TestServer
let upstream: FakeUpstream
beforeAll(async () => {
  upstream = await startFakeUpstream(fakeOpenAi())
  server = await startTestServer('SQLite', { SHUTDOWN_DELAY: '0.2' })
  await server.addChannel(upstream.url)
})
afterAll(() => upstream?.close())

/** Waits for an answer of `/readyz` that is not 200, and returns it; null if the connection is refused. */
async function awaitUnready(url: string): Promise<Response | null> {
  const giveUpAt = Date.now() + giveUpMs
  while (Date.now() < giveUpAt) {
    const answer = await fetch(`${url}/readyz`, { keepalive: false }).catch(() => null)
    if (answer?.status !== 200) return answer
    await answer.arrayBuffer()
  }
  throw new Error('the server stays ready')
}

test('after SIGTERM the listener stays for a while and answers 503', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-shutdown-'))
  const own = await startServerProcess({ DATA_DIR: folder, SHUTDOWN_DELAY: '600' })
  try {
    const ended = own.terminate()
    const readiness = await awaitUnready(own.url)
    expect(readiness?.status).toBe(503)
    expect(await readiness?.json()).toMatchObject({ ready: false, checks: { serving: false } })
    const call = await fetch(own.url + path, { method: 'POST', body: JSON.stringify(streamed) })
    expect(call.status).toBe(503)
    expect(Number(call.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(call.headers.get('connection')).toBe('close')
    expect(await call.json()).toMatchObject({ error: { code: 'shutting_down' } })
    // The console keeps working meanwhile, and a second signal does not wait.
    expect((await fetch(`${own.url}/api/status`)).status).toBe(200)
    void own.terminate()
    expect(await ended).toBe(1)
  } finally {
    await own.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('after the delay the server stops listening, and a running stream completes', async () => {
  const end = Promise.withResolvers<void>()
  upstream.answerWith(fakeOpenAi({ before: { 3: () => end.promise } }))
  const running = await server.relay(await server.makeToken('user'), path, streamed)
  let text = await readUntil(running, ' river')
  const stopped = server.stop()
  const giveUpAt = Date.now() + giveUpMs
  while ((await awaitUnready(server.url)) !== null)
    if (Date.now() > giveUpAt) throw new Error('the server still listens')
  end.resolve()
  text += await readUntil(running)
  expect(text).toContain('[DONE]')
  await stopped
})

test('Ctrl-C does not wait for a load balancer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-shutdown-'))
  const own = await startServerProcess({ DATA_DIR: folder, SHUTDOWN_DELAY: '600' })
  process.kill(own.pid, 'SIGINT')
  expect(await own.exited).toBe(0)
  rmSync(folder, { recursive: true, force: true })
})
