/** The gateway behind a proxy that knows when a program first called it. */
export interface WatchedGateway {
  url: string
  /** Of the first call of a model, by the process clock in milliseconds; null = there was none. */
  firstCallAt: number | null
  close(): Promise<void>
}

const modelCall = /\/(chat\/completions|responses|messages)$|enerateContent$/

export function watchGateway(target: string): WatchedGateway {
  const watched: WatchedGateway = { url: '', firstCallAt: null, close: () => server.stop(true) }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 255,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      if (request.method === 'POST' && modelCall.test(pathname)) watched.firstCallAt ??= performance.now()
      const headers = new Headers(request.headers)
      headers.delete('host')
      const body = request.body ? await request.arrayBuffer() : null
      const answer = await fetch(target + pathname + search, {
        method: request.method,
        headers,
        body,
        decompress: false,
      })
      return new Response(answer.body, { status: answer.status, headers: answer.headers })
    },
  })
  watched.url = `http://127.0.0.1:${server.port}`
  return watched
}
