// paced-upstream.ts <port>: chat streams whose frames carry the moment at which they were sent. The request's
// `frames` and `gap_ms` say how many and how far apart.

interface Stream {
  controller: ReadableStreamDefaultController<Uint8Array>
  left: number
  gapMs: number
  dueAt: number
}

const encoder = new TextEncoder()
const streams = new Set<Stream>()
const head = '{"id":"chatcmpl-bench","object":"chat.completion.chunk","created":1700000000,"model":"gpt-4o",'
const usage = '"choices":[],"usage":{"prompt_tokens":100,"completion_tokens":80,"total_tokens":180}}'
const now = () => performance.timeOrigin + performance.now()
const frame = (rest: string) => encoder.encode(`data: ${head}${rest}\n\n`)
const delta = (content: string) =>
  frame(`"choices":[{"index":0,"delta":{"content":"${content}"},"finish_reason":null}]}`)

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.argv[2]),
  idleTimeout: 0,
  async fetch(request) {
    const { frames = 100, gap_ms = 10 } = (await request.json()) as { frames?: number; gap_ms?: number }
    let own: Stream | null = null
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        own = { controller, left: frames, gapMs: gap_ms, dueAt: now() + Math.random() * gap_ms }
        streams.add(own)
      },
      cancel: () => void (own && streams.delete(own)),
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  },
})

// One timer for all: a thousand timers would be a load of their own.
setInterval(() => {
  const time = now()
  for (const stream of streams) if (stream.dueAt <= time) step(stream)
}, 1)

function step(stream: Stream): void {
  stream.dueAt += stream.gapMs
  stream.left -= 1
  stream.controller.enqueue(delta(`@${now().toFixed(3)} `))
  if (stream.left > 0) return
  stream.controller.enqueue(frame('"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}'))
  stream.controller.enqueue(frame(usage))
  stream.controller.enqueue(encoder.encode('data: [DONE]\n\n'))
  stream.controller.close()
  streams.delete(stream)
}
