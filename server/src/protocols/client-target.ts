import { tableOf } from '@sluice/contract/table-of'
import type { CallOperation } from './call-operation.ts'
import { type GeminiOperation, geminiFraming, parseGeminiPath } from './gemini/parse-path.ts'
import type { ClientFormatId } from './wire-format-id.ts'

/** The call of a client's path. */
export interface ClientTarget {
  format: ClientFormatId
  operation: CallOperation | 'count_tokens'
  /** Model and streaming from the path (Gemini); null = from the body. */
  inPath: { model: string; isStream: boolean } | null
  /** A Gemini stream without `alt=sse` is one JSON array. */
  isArrayStream: boolean
  /** The path that this one is an alias of; absent = none. */
  path?: string
  /** Only upstreams of the client's own format can answer it. */
  isNative?: true
  /** Rankings are answered in Cohere's form. */
  isCohere?: true
}

const inBody = { inPath: null, isArrayStream: false }

const fixed = tableOf<ClientTarget>({
  '/v1/chat/completions': { format: 'openai', operation: 'chat', ...inBody },
  '/pg/chat/completions': { format: 'openai', operation: 'chat', ...inBody },
  '/pg/embeddings': { format: 'openai', operation: 'embeddings', ...inBody },
  '/pg/images/generations': { format: 'openai', operation: 'image_generations', ...inBody },
  '/pg/audio/speech': { format: 'openai', operation: 'speech', ...inBody },
  '/pg/audio/transcriptions': { format: 'openai', operation: 'transcriptions', ...inBody },
  '/v1/responses': { format: 'responses', operation: 'chat', ...inBody },
  '/v1/responses/compact': { format: 'responses', operation: 'chat', isNative: true, ...inBody },
  '/v1/responses/input_tokens': { format: 'responses', operation: 'count_tokens', ...inBody },
  '/v1/completions': { format: 'openai', operation: 'completions', ...inBody },
  '/v1/embeddings': { format: 'openai', operation: 'embeddings', ...inBody },
  '/v1/images/generations': { format: 'openai', operation: 'image_generations', ...inBody },
  '/v1/images/edits': { format: 'openai', operation: 'image_edits', ...inBody },
  '/v1/images/variations': { format: 'openai', operation: 'image_variations', ...inBody },
  '/v1/audio/speech': { format: 'openai', operation: 'speech', ...inBody },
  '/v1/audio/transcriptions': { format: 'openai', operation: 'transcriptions', ...inBody },
  '/v1/audio/translations': { format: 'openai', operation: 'translations', ...inBody },
  '/v1/moderations': { format: 'openai', operation: 'moderations', ...inBody },
  '/v1/rerank': { format: 'openai', operation: 'rerank', ...inBody },
  '/v2/rerank': { format: 'openai', operation: 'rerank', path: '/v1/rerank', isCohere: true, ...inBody },
  '/v1/messages': { format: 'anthropic', operation: 'chat', ...inBody },
  '/v1/messages/count_tokens': { format: 'anthropic', operation: 'count_tokens', ...inBody },
})

const geminiOperations: Record<GeminiOperation, ClientTarget['operation']> = {
  generateContent: 'chat',
  streamGenerateContent: 'chat',
  countTokens: 'count_tokens',
  embedContent: 'embeddings',
  batchEmbedContents: 'embeddings',
  predict: 'image_generations',
}

/** The kind of call of a POST to `pathname`; null for any other path. `query` is without `?`. */
export function clientTargetOf(pathname: string, query: string): ClientTarget | null {
  const known = fixed[pathname]
  if (known) return known
  if (pathname.startsWith('/v1/engines/')) return engineTarget(pathname)
  if (!pathname.startsWith('/v1beta/') && !pathname.startsWith('/v1/models/')) return null
  const found = parseGeminiPath(pathname)
  if (!found) return null
  const { model, isStream, operation } = found
  return {
    format: 'gemini',
    operation: geminiOperations[operation],
    inPath: { model, isStream },
    ...(operation === 'predict' && { isNative: true }),
    isArrayStream: isStream && geminiFraming(new URLSearchParams(query).get('alt')) === 'array',
  }
}

/** The older form of embeddings, with the model in the path. */
function engineTarget(pathname: string): ClientTarget | null {
  const named = /^\/v1\/engines\/([^/]+)\/embeddings$/.exec(pathname)?.[1]
  if (named === undefined) return null
  try {
    const inPath = { model: decodeURIComponent(named), isStream: false }
    return { format: 'openai', operation: 'embeddings', inPath, isArrayStream: false, path: '/v1/embeddings' }
  } catch {
    return null
  }
}

/** Resources under `/v1` that Google alone has; `files` and `batches` belong to all three makers. */
const googleResources =
  /^\/v1\/(auth_tokens|batchPredictionJobs|cachedContents|corpora|fileSearchStores|interactions|operations|tunedModels|tuningJobs)([/:]|$)/

/** The format of errors and lists under this path, by its beginning: names and ids may contain colons. */
export function formatOfPath(method: string, pathname: string): ClientFormatId {
  if (/^\/v1\/messages(\/|$)/.test(pathname)) return 'anthropic'
  if (/^\/(upload\/v1|v1beta|upload\/v1beta)(\/|$)/.test(pathname) || googleResources.test(pathname)) return 'gemini'
  // OpenAI reads and deletes models; only Gemini's operations are posted to one.
  return method === 'POST' && pathname.startsWith('/v1/models/') ? 'gemini' : 'openai'
}
