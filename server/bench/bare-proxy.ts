// bare-proxy.ts <port> <url of plain calls> <url of streams>: a minimal proxy in this runtime. It reads the body, sends
// it on with fetch, and passes the answer, streams chunk by chunk. What a gateway costs beyond this is its own cost.

const [port, plainUrl = '', streamUrl = ''] = process.argv.slice(2)

const server = Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  idleTimeout: 0,
  async fetch(request) {
    const body = await request.arrayBuffer()
    const { pathname } = new URL(request.url)
    const isStream = pathname.startsWith('/stream/')
    const target = isStream ? `${streamUrl}${pathname.slice('/stream'.length)}` : `${plainUrl}${pathname}`
    const answer = await fetch(target, {
      method: request.method,
      headers: { 'content-type': 'application/json' },
      body,
    })
    const headers = { 'content-type': answer.headers.get('content-type') ?? '' }
    if (!isStream) return new Response(await answer.arrayBuffer(), { status: answer.status, headers })
    return new Response(answer.body && passChunks(answer.body), { status: answer.status, headers })
  },
})

function passChunks(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => reader.cancel(),
  })
}

process.on('SIGTERM', () => {
  server.stop(true)
  process.exit(0)
})
