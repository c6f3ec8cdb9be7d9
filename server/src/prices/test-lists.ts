import { serveLocally } from '../platform/test-port.ts'

/** A server of price lists. Each path answers what was set for it, others with status 404. */
export interface TestLists {
  readonly at: (path: string) => string
  /** For OUTBOUND_ALLOW. */
  readonly allowed: string
  readonly set: (path: string, answer: unknown, headers?: Record<string, string>) => void
  readonly setResponse: (path: string, respond: () => Response | Promise<Response>) => void
  readonly requests: string[]
  close(): Promise<void>
}

export function startTestLists(): TestLists {
  const answers = new Map<string, () => Response | Promise<Response>>()
  const requests: string[] = []
  const server = serveLocally(({ url }) => {
    const { pathname } = new URL(url)
    requests.push(pathname)
    return answers.get(pathname)?.() ?? new Response('no such list', { status: 404 })
  })
  return {
    at: (path) => `http://127.0.0.1:${server.port}${path}`,
    allowed: `127.0.0.1:${server.port}`,
    requests,
    setResponse: (path, respond) => void answers.set(path, respond),
    set(path, answer, headers = { 'content-type': 'application/json' }) {
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
      answers.set(path, () => new Response(text, { headers }))
    },
    close: () => server.stop(true),
  }
}
