import { expect, test } from 'bun:test'
import { createManualClock } from '../../platform/test-clock.ts'
import { openaiFormat } from '../../protocols/openai-chat/format.ts'
import { openStream } from './open-stream.ts'

const encoder = new TextEncoder()
const frame = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`
const head = frame({ role: 'assistant' })
const word = frame({ content: 'word' })

/** Opens a stream whose call began at 0, and whose texts arrive at their milliseconds. */
async function open(texts: readonly (readonly [atMs: number, text: string])[], pingSeconds?: number) {
  const clock = createManualClock()
  const left = [...texts]
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = left.shift()
        if (!next) return controller.close()
        const [atMs, text] = next
        // Between a head and what follows real time passes.
        if (atMs > clock.monotonic()) await Bun.sleep(left.length < texts.length - 1 ? 300 : 0)
        clock.advance(Math.max(0, atMs - clock.monotonic()))
        controller.enqueue(encoder.encode(text))
        // While it is read, other work takes its time.
        setImmediate(() => clock.advance(70))
      },
    },
    { highWaterMark: 0 },
  )
  const options = {
    'general_setting.ping_interval_enabled': pingSeconds !== undefined,
    'general_setting.ping_interval_seconds': pingSeconds,
  }
  const dependencies = { config: { MAX_EVENT_MB: 8 }, clock, state: { current: () => ({ options }) } }
  const attempt = { format: openaiFormat, channel: { id: 1 } }
  const stream = await openStream(
    dependencies as never,
    { startedMonotonic: 0 } as never,
    attempt as never,
    new Response(body),
    { signal: new AbortController().signal, fail: () => {} },
  )
  return { stream, clock }
}

test('the time of the first word is when it arrived, however long it is read', async () => {
  const long = frame({ content: 'word '.repeat(100_000) })
  for (const text of [word, long, `: ping\n\n${long}`]) {
    const { stream, clock } = await open([[500, text]])
    if (text !== word) expect(clock.monotonic()).toBeGreaterThan(500)
    expect(stream.firstFrameMs).toBe(500)
  }
})

test('the time of the first word is not that of a head before it', async () => {
  const { stream, clock } = await open([
    [500, head],
    [2_000, word],
  ])
  expect(stream.firstFrameMs).toBe(500)
  const { value } = (await stream.pendingRead) ?? {}
  stream.meter.push(new TextDecoder().decode(value).slice('data: '.length).trim())
  expect(stream.firstFrameMs).toBeWithin(2_000, 2_080)
  clock.advance(1_000)
  stream.meter.push(word.slice('data: '.length).trim())
  expect(stream.firstFrameMs).toBeWithin(2_000, 2_080)
})
