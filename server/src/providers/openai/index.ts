import { openaiBilling } from '../balance-source.ts'
import { openaiVideos } from '../openai-videos.ts'
import { allOperations, bearer, chatOrResponses, defineProvider, type ProviderChannel } from '../provider.ts'
import { withoutKey } from '../query.ts'
import { openaiModels } from './models.ts'

const base = 'https://api.openai.com'

/** The base URL of Cloudflare's gateway includes the version, so `/v1` is removed from the path. */
const cloudflareGateway = 'https://gateway.ai.cloudflare.com'

const join = (channel: ProviderChannel, path: string): string => {
  const root = channel.baseUrl ?? base
  const kept = withoutKey(path)
  return root + (root.startsWith(cloudflareGateway) && kept.startsWith('/v1/') ? kept.slice(3) : kept)
}

/** https://platform.openai.com/docs/api-reference, read 2026-11-20 */
export const openai = defineProvider({
  id: 'openai',
  type: 1,
  baseUrl: base,
  format: 'openai',
  formatFor: chatOrResponses,
  operations: [...allOperations, 'realtime'],
  videos: openaiVideos,
  models: openaiModels,
  urlOf: ({ channel, path }) => join(channel, path),
  modelListUrlOf: (channel) => join(channel, '/v1/models'),
  balance: openaiBilling((channel) => channel.baseUrl ?? base),
  headersOf: ({ channel, key }) =>
    channel.organization ? { ...bearer(key), 'openai-organization': channel.organization } : bearer(key),
  storage: { kinds: ['files', 'batches', 'conversations'], urlOf: join },
  reportsStreamUsage: true,
  anyHost: true,
  takes: {},
})
