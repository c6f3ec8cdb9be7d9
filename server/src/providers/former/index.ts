import { openaiBilling } from '../balance-source.ts'
import { allOperations, defineHost, type Provider } from '../provider.ts'

/** Types of channels found in imported databases, not offered for new channels. */
const resellers: readonly [type: number, id: string, baseUrl: string][] = [
  [6, 'openaimax', 'https://api.openaimax.com'],
  [7, 'ohmygpt', 'https://api.ohmygpt.com'],
  [9, 'caipacity', 'https://api.caipacity.com'],
  [10, 'aiproxy', 'https://api.aiproxy.io'],
  [12, 'api2gpt', 'https://api.api2gpt.com'],
  [13, 'aigc2d', 'https://api.aigc2d.com'],
]

/** Resellers of OpenAI's whole API. */
export const former: readonly Provider[] = resellers.map(([type, id, baseUrl]) =>
  defineHost({
    id,
    type,
    baseUrl,
    operations: allOperations,
    models: [],
    balance: openaiBilling((channel) => channel.baseUrl ?? baseUrl),
  }),
)
