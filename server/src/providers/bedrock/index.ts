import { makeReason } from '@sluice/contract/error-reasons'
import { matching } from '../check-other.ts'
import { claudeModels, olderClaudeModels } from '../offered-models.ts'
import { bearer, defineProvider, type ProviderCall, type ProviderChannel } from '../provider.ts'
import { converseAdapter } from './adapter.ts'
import { bedrockEmbeddings } from './embeddings.ts'
import { fitMessages } from './fit-messages.ts'
import { parseBedrockKey } from './key.ts'
import { isClaude, modelIdOf } from './model-id.ts'
import { readError } from './read-error.ts'
import { bedrockRerank } from './rerank.ts'
import { signBedrock } from './sign.ts'

/**
 * Anthropic's models on AWS in their own format, and those of other makers through Converse. The key holds the region,
 * `other` the prefix of an inference profile.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModel.html, as known on 2026-11-22
 */
export const bedrock = defineProvider({
  id: 'bedrock',
  type: 33,
  baseUrl: null,
  format: 'own',
  formatFor: (_channel, _client, upstreamModel) => (isClaude(upstreamModel) ? 'anthropic' : 'own'),
  wire: converseAdapter,
  operations: ['chat', 'embeddings', 'rerank'],
  // Any id or ARN of Bedrock may be added.
  models: [...claudeModels, ...olderClaudeModels],
  embeddingsOf: () => bedrockEmbeddings,
  rerank: bedrockRerank,
  urlOf,
  modelListUrlOf: (channel, key) => listedAt(channel, key, '/foundation-models'),
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_ListInferenceProfiles.html, as known on 2026-11-22
  moreModelsUrlOf: (channel, key) => listedAt(channel, key, '/inference-profiles?maxResults=1000'),
  headersOf({ key }): Record<string, string> {
    const parsed = parseBedrockKey(key)
    return parsed.ok && parsed.parts.kind === 'apiKey' ? bearer(parsed.parts.apiKey) : {}
  },
  parseKey: parseBedrockKey,
  objectionToOther: matching(/^[a-z]{2,}(-[a-z]+)*$/, (what) => makeReason('notProfile', { what })),
  sign: signBedrock,
  readError,
  fitMessages,
  takesBytesOnly: true,
  reportsStreamUsage: false,
  takes: {},
})

/** A list of the control plane. */
function listedAt({ baseUrl }: ProviderChannel, key: string, path: string): string | null {
  const parsed = parseBedrockKey(key)
  const host = parsed.ok ? `https://bedrock.${parsed.parts.region}.amazonaws.com` : null
  const root = baseUrl ?? host
  return root && root + path
}

function urlOf({ operation, channel, key, upstreamModel, isStream }: ProviderCall): string | null {
  const parsed = parseBedrockKey(key)
  if (!parsed.ok) return null
  const { region } = parsed.parts
  const root = channel.baseUrl ?? `https://bedrock-runtime.${region}.amazonaws.com`
  const id = modelIdOf(upstreamModel, region, channel.other.trim())
  return `${root}/model/${encodeURIComponent(id)}/${operation === 'chat' ? callOf(upstreamModel, isStream) : 'invoke'}`
}

/** `invoke` keeps what only Claude's own format can express. */
function callOf(model: string, isStream: boolean): string {
  if (isClaude(model)) return isStream ? 'invoke-with-response-stream' : 'invoke'
  return isStream ? 'converse-stream' : 'converse'
}
