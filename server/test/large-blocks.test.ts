import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerBytes, answerText } from './answers.ts'
import { startFakeRealtime } from './fake-realtime.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { largeChannels, largeShapes, type Shape } from './large-shapes.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { waitUntil } from './wait-until.ts'

// Nothing that grows with a body or an answer runs for longer than 50 ms at once on the thread that serves all calls.
// 50 ms are those of a machine that parses a known text in 16: a slower machine, or moment, has as many more.

const limitMs = 50
const knownText = `[${'{"a":"The quick brown fox","n":[-0.0123,1,2]},'.repeat(100_000)}1]`
const knownTextMs = 16
/** The first calls are compiled while they run. */
const triesMax = 8
const checkout = join(import.meta.dir, '../..')
const folder = mkdtempSync(join(tmpdir(), 'blocks-'))
const blockFile = join(folder, 'longest')
let server: TestServer
let upstream: FakeUpstream
let key: string

beforeAll(async () => {
  upstream = await startFakeUpstream(answerText('{}'))
  const probe = { BUN_OPTIONS: `--preload=${join(import.meta.dir, 'block-probe.ts')}`, BLOCK_FILE: blockFile }
  // From its sources: an executable loads nothing before itself.
  server = await startTestServer('SQLite', probe, { checkout })
  for (const channel of largeChannels) await server.addChannel(upstream.url, channel)
  const free = ['gpt-realtime', ...largeChannels.flatMap(({ models }) => models.split(','))]
  const prices = JSON.stringify(Object.fromEntries(free.map((model) => [model, 0])))
  await server.api('root').put('/api/option/', { key: 'ModelPrice', value: prices })
  const words = {
    SensitiveWords: 'forbidden',
    CheckSensitiveOnPromptEnabled: 'true',
    CheckSensitiveOnCompletionEnabled: 'true',
    StopOnSensitiveEnabled: 'false',
  }
  for (const [option, value] of Object.entries(words))
    await server.api('root').put('/api/option/', { key: option, value })
  key = await server.makeToken('root')
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function readLongestMs(): Promise<number> {
  rmSync(blockFile, { force: true })
  process.kill(server.process.pid, 'SIGUSR2')
  await waitUntil('the longest block', () => existsSync(blockFile), { pauseMs: 5 })
  return Number(readFileSync(blockFile, 'utf8'))
}

/** How many times as long as the known machine this one takes, of the best of some tries; at least 1. */
function slowness(): number {
  let least = Infinity
  for (let made = 0; made < 5; made++) {
    const before = performance.now()
    JSON.parse(knownText)
    least = Math.min(least, performance.now() - before)
  }
  return Math.max(1, least / knownTextMs)
}

/** Whether a block is within the limit; the speed of the machine is looked at only where it matters. */
const isShort = (blockMs: number): boolean =>
  blockMs < limitMs || (blockMs < Infinity && blockMs / slowness() < limitMs)

/** The longest block of a call, of the best of some tries. */
async function leastBlockMs({ path, body, answer, isStream, isScreened = false, ...given }: Shape): Promise<number> {
  await server.api('root').put('/api/option/', { key: 'CheckSensitiveEnabled', value: String(isScreened) })
  const headers = { 'content-type': given.type ?? (isStream ? 'text/event-stream' : 'application/json') }
  upstream.answerWith(typeof answer === 'string' ? answerText(answer, { headers }) : answerBytes(answer, headers))
  let least = Infinity
  for (let made = 0; made < triesMax && !isShort(least); made++) {
    await readLongestMs()
    const response = await server.relay(key, path, body)
    const length = (await response.bytes()).length
    expect([response.status, length > 0]).toEqual([200, true])
    least = Math.min(least, await readLongestMs())
    upstream.requests.length = 0
  }
  return least
}

describe.skipIf(process.platform !== 'linux')('no longer block than 50 ms is caused by', () => {
  test('a message of a realtime session', async () => {
    const realtime = startFakeRealtime()
    await server.addChannel(realtime.url, { models: 'gpt-realtime' })
    const address = `${server.url.replace('http', 'ws')}/v1/realtime?model=gpt-realtime`
    const socket = new WebSocket(address, { headers: { authorization: `Bearer ${key}` } })
    await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
    const connection = await realtime.connectionAt(0)
    const numbers = `[${'-0.012345678,'.repeat(700_000)}1]`
    let least = Infinity
    for (let made = 0; made < triesMax && !isShort(least); made++) {
      await readLongestMs()
      const answered = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
      socket.send(`{"type":"conversation.item.create","item":{"type":"message","x":${numbers}}}`)
      await connection.eventAt(made)
      connection.send({ type: 'response.output_item.done', x: JSON.parse(numbers) })
      await answered
      least = Math.min(least, await readLongestMs())
    }
    socket.close()
    await connection.closed
    await realtime.close()
    expect(least).toSatisfy(isShort)
  }, 120_000)

  test.each(largeShapes)('%s', async (_kind, shape) => expect(await leastBlockMs(shape)).toSatisfy(isShort), 120_000)
})
