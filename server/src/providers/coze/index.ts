import { bearer, defineProvider } from '../provider.ts'
import { botOf } from './build-request.ts'
import { cozeUploads } from './uploads.ts'
import { cozeWire } from './wire.ts'

const base = 'https://api.coze.com'

/**
 * Bots of Coze through API v3, and its Chinese twin https://api.coze.cn.
 * https://www.coze.com/docs/developer_guides/chat_v3, as known on 2026-11-20
 */
export const coze = defineProvider({
  id: 'coze',
  type: 49,
  baseUrl: base,
  format: 'own',
  wire: cozeWire,
  uploads: cozeUploads(base),
  operations: ['chat'],
  models: ['coze'],
  urlOf: ({ channel, upstreamModel }) =>
    botOf(channel, upstreamModel) === '' ? null : `${channel.baseUrl ?? base}/v3/chat`,
  modelListUrlOf: () => null,
  headersOf: ({ key }) => bearer(key),
  reportsStreamUsage: false,
  takes: {},
})
