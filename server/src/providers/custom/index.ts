import { openaiBilling } from '../balance-source.ts'
import { allOperations, bearer, defineProvider, type ProviderChannel } from '../provider.ts'

/** The model list and the balance are at the origin of the address, if the host serves them. */
const originOf = ({ baseUrl }: Pick<ProviderChannel, 'baseUrl'>): string | null =>
  baseUrl && URL.canParse(baseUrl) ? new URL(baseUrl).origin : null

/** The address decides which of the two formats is used. */
const isOfResponses = ({ baseUrl }: ProviderChannel): boolean =>
  baseUrl !== null && URL.canParse(baseUrl) && /\/responses\/?$/.test(new URL(baseUrl).pathname)

/** The channel's address is the whole URL; `{model}` in it is replaced by the upstream model. No path is appended. */
export const custom = defineProvider({
  id: 'custom',
  type: 8,
  baseUrl: null,
  format: 'openai',
  formatFor: (channel) => (isOfResponses(channel) ? 'responses' : 'openai'),
  operations: allOperations,
  models: [],
  urlOf: ({ channel, upstreamModel }) =>
    channel.baseUrl?.replaceAll('{model}', encodeURIComponent(upstreamModel)) ?? null,
  modelListUrlOf(channel) {
    const origin = originOf(channel)
    return origin === null ? null : `${origin}/v1/models`
  },
  balance: openaiBilling(originOf),
  headersOf: ({ key }) => bearer(key),
  reportsStreamUsage: true,
  anyHost: true,
  takes: {},
})
