// paced-upstream.ts <port> [frames] [gap ms]: chat streams with a word in each frame, in OpenAI's format, under
// /v1/messages in Anthropic's. The request's `frames` and `gap_ms` set their number and distance; with `stamped`, a
// frame carries the moment at which it was sent instead of a word. A translated request has no such fields: the
// arguments set the first two.

interface Stream {
  dialect: Dialect
  controller: ReadableStreamDefaultController<Uint8Array>
  left: number
  gapMs: number
  dueAt: number
  isStamped: boolean
}

/** The frames of a stream; null = no such frame. */
interface Dialect {
  head: Uint8Array | null
  delta(text: string): Uint8Array
  end: Uint8Array
}

const [port, frameCount = '100', gap = '10'] = process.argv.slice(2)
const encoder = new TextEncoder()
const streams = new Set<Stream>()
const head = '{"id":"chatcmpl-bench","object":"chat.completion.chunk","created":1700000000,"model":"gpt-4o",'
const usage = '"choices":[],"usage":{"prompt_tokens":100,"completion_tokens":80,"total_tokens":180}}'
/** A model sends a token or two in each frame. */
const words = 'The river runs past the mill and the old gate to the sea, slowly, as it did before.'.split(/(?= )/)
const now = () => performance.timeOrigin + performance.now()

const frame = (rest: string) => `data: ${head}${rest}\n\n`
const openai: Dialect = {
  head: null,
  delta: (text) => encoder.encode(frame(`"choices":[{"index":0,"delta":{"content":"${text}"},"finish_reason":null}]}`)),
  end: encoder.encode(
    `${frame('"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}')}${frame(usage)}data: [DONE]\n\n`,
  ),
}

const event = (type: string, rest: string) => `event: ${type}\ndata: {"type":"${type}",${rest}}\n\n`
const started =
  '"message":{"id":"msg_bench","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[],' +
  '"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":100,"output_tokens":1}}'
const anthropic: Dialect = {
  head: encoder.encode(
    event('message_start', started) +
      event('content_block_start', '"index":0,"content_block":{"type":"text","text":""}'),
  ),
  delta: (text) =>
    encoder.encode(event('content_block_delta', `"index":0,"delta":{"type":"text_delta","text":"${text}"}`)),
  end: encoder.encode(
    event('content_block_stop', '"index":0') +
      event('message_delta', '"delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":80}') +
      'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  ),
}

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  idleTimeout: 0,
  async fetch(request) {
    const options = (await request.json()) as { frames?: number; gap_ms?: number; stamped?: boolean }
    const { frames = Number(frameCount), gap_ms = Number(gap), stamped: isStamped = false } = options
    const dialect = new URL(request.url).pathname === '/v1/messages' ? anthropic : openai
    let own: Stream | null = null
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        own = { dialect, controller, left: frames, gapMs: gap_ms, dueAt: now() + Math.random() * gap_ms, isStamped }
        if (dialect.head) controller.enqueue(dialect.head)
        streams.add(own)
      },
      cancel: () => void (own && streams.delete(own)),
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  },
})

// One timer for all: a thousand timers would add load.
setInterval(() => {
  const time = now()
  for (const stream of streams) if (stream.dueAt <= time) step(stream)
}, 1)

function step(stream: Stream): void {
  stream.dueAt += stream.gapMs
  stream.left -= 1
  const text = stream.isStamped ? `@${now().toFixed(3)} ` : (words[stream.left % words.length] ?? '')
  stream.controller.enqueue(stream.dialect.delta(text))
  if (stream.left > 0) return
  stream.controller.enqueue(stream.dialect.end)
  stream.controller.close()
  streams.delete(stream)
}
