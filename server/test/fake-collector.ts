import { listOf, numberOf, parseJson, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { serveLocally } from '../src/platform/test-port.ts'

interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  /** '' = none. */
  parentSpanId: string
  /** 2 = server, 3 = client. */
  kind: number
  attributes: Record<string, unknown>
  events: string[]
  isError: boolean
}

export interface FakeCollector {
  url: string
  spans: ReceivedSpan[]
  /** Attributes of the last resource. */
  resource(): Record<string, unknown>
  /** Bodies and headers as received. */
  bodies: string[]
  headers: Headers[]
  /** Resolves with the spans as soon as they satisfy `enough`. */
  until(enough: (spans: ReceivedSpan[]) => boolean): Promise<ReceivedSpan[]>
  close(): Promise<void>
}

/** A collector that takes OTLP over HTTP in JSON, and refuses everything else. */
export function startFakeCollector(): FakeCollector {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const headers: Headers[] = []
  let resource: Record<string, unknown> = {}
  let onSpans = () => {}
  const server = serveLocally(async (request) => {
    const text = await request.text()
    const isOtlp =
      new URL(request.url).pathname === '/v1/traces' && request.headers.get('content-type') === 'application/json'
    if (!isOtlp) return new Response('not OTLP', { status: 400 })
    bodies.push(text)
    headers.push(request.headers)
    for (const resourceSpans of recordsOf(recordOf(parseJson(text)).resourceSpans)) {
      resource = readAttributes(recordOf(resourceSpans.resource).attributes)
      for (const scope of recordsOf(resourceSpans.scopeSpans)) spans.push(...recordsOf(scope.spans).map(readSpan))
    }
    onSpans()
    return Response.json({})
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    spans,
    bodies,
    headers,
    resource: () => resource,
    async until(enough) {
      while (!enough(spans)) {
        const { promise, resolve } = Promise.withResolvers<void>()
        onSpans = resolve
        await promise
      }
      return spans
    },
    close: () => server.stop(true),
  }
}

const readSpan = (span: Record<string, unknown>): ReceivedSpan => ({
  name: textOf(span.name),
  traceId: textOf(span.traceId),
  spanId: textOf(span.spanId),
  parentSpanId: textOf(span.parentSpanId),
  kind: numberOf(span.kind) ?? 0,
  attributes: readAttributes(span.attributes),
  events: recordsOf(span.events).map(({ name }) => textOf(name)),
  isError: recordOf(span.status).code === 2,
})

const readAttributes = (list: unknown): Record<string, unknown> =>
  Object.fromEntries(recordsOf(list).map(({ key, value }) => [textOf(key), readValue(recordOf(value))]))

function readValue(value: Record<string, unknown>): unknown {
  const [kind = '', content] = Object.entries(value)[0] ?? []
  if (kind === 'arrayValue') return listOf(recordOf(content).values).map((item) => readValue(recordOf(item)))
  // 64-bit integers are texts or numbers in the JSON form.
  return kind === 'intValue' ? Number(content) : content
}
