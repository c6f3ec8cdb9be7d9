import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { tableOf } from '@sluice/contract/table-of'
import { inputTotal, outputTotal, type Usage } from '../../core/usage/usage.ts'
import type { CallTracer } from '../call/call-tracer.ts'
import type { AttemptTrace, CallTrace, RelayCall, TracedAttempt } from '../call/relay-call.ts'

const propagator = new W3CTraceContextPropagator()
const ofHeaders: TextMapGetter<Headers> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: (headers) => [...headers.keys()],
}

/**
 * Spans of calls by the conventions for HTTP and generative AI: one for the call, one below it for each attempt at an
 * upstream. They have names, counts and times, never a prompt, an answer, a key or an account.
 */
export const createCallTracer = (tracer: Tracer): CallTracer => ({
  begin(call, method) {
    const parent = propagator.extract(ROOT_CONTEXT, call.headers, ofHeaders)
    const route = routeOf(call)
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'sluice.request.id': call.id,
      'sluice.protocol': call.format.id,
    }
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    return createCallTrace(tracer, span, trace.setSpan(parent, span))
  },
})

interface OpenAttempt {
  span: Span
  record: TracedAttempt['record']
}

function createCallTrace(tracer: Tracer, span: Span, context: Context): CallTrace {
  const open = new Set<OpenAttempt>()
  return {
    beginAttempt(attempt, operation) {
      const began = beginAttempt(tracer, context, attempt, operation)
      const one = { span: began.span, record: attempt.record }
      open.add(one)
      return {
        headers: began.headers,
        fail({ error, status, cause }) {
          open.delete(one)
          endFailed(one.span, error.code, {
            ...(status !== null && { 'http.response.status_code': status }),
            ...(cause !== undefined && { 'sluice.failure.cause': cause }),
          })
        },
      }
    },
    end(call) {
      for (const one of open) endAnswered(one, call)
      open.clear()
      endCall(span, call)
    },
  }
}

function beginAttempt(
  tracer: Tracer,
  context: Context,
  { channel, provider, upstreamModel, format }: TracedAttempt,
  operation: string,
): { span: Span; headers: AttemptTrace['headers'] } {
  const attributes: Attributes = {
    'gen_ai.operation.name': operationName(operation),
    'gen_ai.provider.name': providerName(provider.id),
    'gen_ai.request.model': upstreamModel,
    ...serverOf(channel.baseUrl ?? provider.baseUrl),
    'sluice.channel.id': channel.id,
    'sluice.protocol': format.id,
  }
  const name = `${operationName(operation)} ${upstreamModel}`
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context)
  const headers: Record<string, string> = {}
  propagator.inject(trace.setSpan(context, span), headers, { set: (to, key, value) => (to[key] = value) })
  return { span, headers }
}

/** Only host and port: a path or a query may contain a key. */
function serverOf(baseUrl: string | null): Attributes {
  const url = baseUrl === null ? null : URL.parse(baseUrl)
  if (!url) return {}
  const port = Number(url.port) || (url.protocol === 'http:' ? 80 : 443)
  return { 'server.address': url.hostname, 'server.port': port }
}

/** The attempt whose answer the client got, or the slower one of a hedge. */
function endAnswered({ span, record }: OpenAttempt, { trail, startedAt }: RelayCall): void {
  if (record.hedge === 'lost') {
    endFailed(span, 'cancelled', { 'sluice.hedge': 'lost' })
    return
  }
  const { settled, error } = trail
  if (record.status !== null) span.setAttribute('http.response.status_code', record.status)
  if (settled) {
    span.setAttributes(usageAttributes(settled.usage))
    if (settled.firstFrameMs !== null) span.addEvent('first_frame', {}, startedAt + settled.firstFrameMs)
  }
  if (error) endFailed(span, error.code, {})
  else span.end()
}

function endCall(span: Span, { trail, attempts }: RelayCall): void {
  const { settled, error, status, routedModel, isStream } = trail
  span.setAttributes({
    ...(status !== null && { 'http.response.status_code': status }),
    ...(routedModel !== null && { 'gen_ai.request.model': routedModel }),
    'gen_ai.request.stream': isStream,
    'sluice.attempts': attempts.length,
    ...(settled && { 'sluice.end': settled.end, 'sluice.quota': settled.quota }),
  })
  if (error) span.setAttribute('error.type', error.code)
  // By the conventions, errors of the caller do not set the status of a server span.
  if (error && error.owner !== 'caller') span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

function endFailed(span: Span, type: string, more: Attributes): void {
  span.setAttributes({ 'error.type': type, ...more })
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

const usageAttributes = (usage: Usage): Attributes => ({
  'gen_ai.usage.input_tokens': inputTotal(usage),
  'gen_ai.usage.output_tokens': outputTotal(usage),
  'gen_ai.usage.cache_read.input_tokens': usage.cacheReadText + usage.cacheReadAudio + usage.cacheReadImage,
  'gen_ai.usage.cache_creation.input_tokens': usage.cacheWrite5m + usage.cacheWrite1h,
})

/** The path without its query, and with a placeholder for the model. */
function routeOf({ path, target }: RelayCall): string {
  const pathname = path.split('?', 1)[0] ?? path
  return target.inPath === null ? pathname : pathname.replace(/\/models\/[^:]+/, '/models/{model}')
}

/** Names of the conventions for generative AI, where they differ from ours; read 2026-11-23 in version 1.41. */
const providers = tableOf<string>({
  azure: 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  google: 'gcp.gemini',
  palm: 'gcp.gemini',
  vertex: 'gcp.vertex_ai',
  mistral: 'mistral_ai',
  moonshot: 'moonshot_ai',
  xai: 'x_ai',
})

const operations = tableOf<string>({ completions: 'text_completion' })

const providerName = (id: string): string => providers[id] ?? id

const operationName = (operation: string): string => operations[operation] ?? operation
