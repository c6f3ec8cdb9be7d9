import { geminiMediaWireOf, geminiOperationOf } from '../../protocols/gemini/media-wires.ts'
import type { WireFormatId } from '../../protocols/wire-format-id.ts'
import { betasForCloud, claudeBetas } from '../claude-betas.ts'
import { type Body, type FitMessages, type FittedBody, joinFits } from '../fit-body.ts'
import { fitLacks, lacksOfClouds, type MessagesLacks } from '../messages-lacks.ts'
import { claudeModels, geminiModels } from '../offered-models.ts'
import { bearer, defineProvider, type HeaderCall, type ProviderCall } from '../provider.ts'
import { vertexEmbeddings } from './embeddings.ts'
import { hostOf, objectionToRegions, regionOf } from './regions.ts'
import { rerankUrlOf, vertexRerank } from './rerank.ts'
import { parseVertexKey } from './service-account.ts'
import { accountExchange } from './token-exchange.ts'
import { vertexVideos } from './video-wire.ts'

type Family = 'google' | 'anthropic' | 'mistralai' | 'open'

/** Open models are named `publisher/model`. */
function familyOf(model: string): Family {
  if (model.startsWith('claude-')) return 'anthropic'
  if (model.includes('/')) return 'open'
  return /^(mistral|codestral|ministral)-/.test(model) ? 'mistralai' : 'google'
}

const formats: Record<Family, WireFormatId> = {
  google: 'gemini',
  anthropic: 'anthropic',
  mistralai: 'openai',
  open: 'openai',
}

/**
 * Google's, Anthropic's and open models on Google Cloud. The key is the JSON of a service account, or an API key, which
 * reaches only Google's models. `other` is a region, or a JSON object of regions by model, which may have `storageUri`
 * for videos. https://docs.cloud.google.com/vertex-ai/generative-ai/docs, as known on 2026-11-22
 */
export const vertex = defineProvider({
  id: 'vertex',
  type: 41,
  baseUrl: null,
  format: 'gemini',
  formatFor: (_channel, _client, upstreamModel) => formats[familyOf(upstreamModel)],
  operations: ['chat', 'embeddings', 'rerank', 'image_generations', 'image_edits', 'speech', 'realtime'],
  // https://docs.cloud.google.com/vertex-ai/generative-ai/docs/models, as known on 2026-11-22
  models: [
    ...geminiModels,
    ...claudeModels,
    'veo-3.1-generate-001',
    'veo-3.1-fast-generate-001',
    'veo-3.1-lite-generate-001',
  ],
  urlOf,
  modelListUrlOf: () => null,
  headersOf,
  parseKey: parseVertexKey,
  objectionToOther: objectionToRegions,
  tokenExchangeOf(key) {
    const parsed = parseVertexKey(key)
    return parsed.ok && parsed.parts.kind === 'account' ? accountExchange(parsed.parts) : null
  },
  fitMessages,
  embeddingsOf: () => vertexEmbeddings,
  rerank: vertexRerank,
  mediaWireOf: ({ operation, upstreamModel }) => geminiMediaWireOf(operation, upstreamModel),
  videos: vertexVideos,
  liveModelOf,
  takesBytesOnly: true,
  reportsStreamUsage: true,
  runsModels: true,
  takes: {},
})

/** https://docs.cloud.google.com/vertex-ai/generative-ai/docs/live-api, as known on 2026-11-22 */
const livePath = '/ws/google.cloud.aiplatform.v1.LlmBidiService/BidiGenerateContent'

function urlOf({ channel, key, upstreamModel, isStream, operation }: ProviderCall): string | null {
  const parsed = parseVertexKey(key)
  if (!parsed.ok) return null
  if (operation === 'realtime') {
    const live = regionOf(parsed.parts.kind === 'apiKey' ? '' : channel.other, upstreamModel)
    return live === null ? null : (channel.baseUrl ?? hostOf(live)) + livePath
  }
  if (operation === 'rerank')
    return parsed.parts.kind === 'apiKey' ? null : rerankUrlOf(channel.baseUrl, parsed.parts.projectId)
  const family = familyOf(upstreamModel)
  const call = callOf(family, { isStream, operation, upstreamModel })
  const model = encodeURIComponent(upstreamModel)
  if (parsed.parts.kind === 'apiKey') {
    if (family !== 'google') return null
    return `${channel.baseUrl ?? hostOf('global')}/v1/publishers/google/models/${model}:${call}`
  }
  const region = regionOf(channel.other, upstreamModel)
  if (region === null) return null
  const project = encodeURIComponent(parsed.parts.projectId)
  const place = `${channel.baseUrl ?? hostOf(region)}/v1/projects/${project}/locations/${region}`
  if (family === 'open') return `${place}/endpoints/openapi/chat/completions`
  return `${place}/publishers/${family}/models/${model}:${call}`
}

function liveModelOf({ key, channel, upstreamModel }: Pick<ProviderCall, 'key' | 'channel' | 'upstreamModel'>) {
  const parsed = parseVertexKey(key)
  const model = `publishers/google/models/${upstreamModel}`
  if (!parsed.ok || parsed.parts.kind === 'apiKey') return model
  return `projects/${parsed.parts.projectId}/locations/${regionOf(channel.other, upstreamModel) ?? ''}/${model}`
}

function callOf(
  family: Family,
  { isStream, operation, upstreamModel }: Pick<ProviderCall, 'isStream' | 'operation' | 'upstreamModel'>,
): string {
  if (family === 'google') {
    if (operation === 'embeddings') return 'predict'
    const method = geminiOperationOf(operation, upstreamModel, isStream)
    return method === 'streamGenerateContent' ? `${method}?alt=sse` : method
  }
  return isStream ? 'streamRawPredict' : 'rawPredict'
}

function headersOf(call: HeaderCall): Record<string, string> {
  const betas = betasForCloud(claudeBetas(call))
  return {
    ...(call.token === undefined ? { 'x-goog-api-key': call.key } : bearer(call.token)),
    ...(betas.length > 0 && { 'anthropic-beta': betas.join(',') }),
  }
}

/** https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai, as known on 2026-11-22 */
const lacks: MessagesLacks = {
  ...lacksOfClouds,
  fields: ['container', 'mcp_servers', 'service_tier', 'inference_geo', 'speed', 'fallbacks'],
  serverTools: /^(web_fetch|code_execution|advisor|mcp_toolset)/,
}

function fitMessages(body: Body, call: Parameters<FitMessages>[1]): FittedBody {
  // The model is in the address.
  return joinFits(fitLacks(lacks)(body, call), {
    set: { anthropic_version: 'vertex-2023-10-16' },
    remove: ['model'],
    lost: [],
  })
}
