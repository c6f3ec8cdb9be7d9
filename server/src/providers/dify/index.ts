import { oneOf } from '../check-other.ts'
import { bearer, defineProvider, type ProviderChannel } from '../provider.ts'
import { difyAdapter } from './adapter.ts'
import { appKindOf, appKinds } from './app-kind.ts'
import { difyUploads } from './uploads.ts'

const base = 'https://api.dify.ai'

const paths = {
  chat: '/v1/chat-messages',
  agent: '/v1/chat-messages',
  completion: '/v1/completion-messages',
  workflow: '/v1/workflows/run',
} as const

/** The base URL of a self-hosted Dify may include the version, as its console shows it. */
const rootOf = ({ baseUrl }: Pick<ProviderChannel, 'baseUrl'>): string => (baseUrl ?? base).replace(/\/v1$/, '')

/** Applications of Dify. https://docs.dify.ai/api-reference/chat/send-chat-message, as known on 2026-11-20 */
export const dify = defineProvider({
  id: 'dify',
  type: 37,
  baseUrl: base,
  format: 'own',
  wire: difyAdapter,
  uploads: difyUploads(rootOf),
  operations: ['chat'],
  models: ['dify'],
  urlOf: ({ channel }) => rootOf(channel) + paths[appKindOf(channel)],
  modelListUrlOf: () => null,
  objectionToOther: oneOf(appKinds),
  headersOf: ({ key }) => bearer(key),
  reportsStreamUsage: false,
  takes: {},
})
