import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import type { OtherContext } from '../check-other.ts'
import { bearer, defineProvider } from '../provider.ts'
import { cozeAdapter } from './adapter.ts'
import { isBot, selectBotId } from './build-request.ts'
import { cozeUploads } from './uploads.ts'

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
  wire: cozeAdapter,
  uploads: cozeUploads(base),
  operations: ['chat'],
  models: ['coze'],
  urlOf: ({ channel, upstreamModel }) =>
    selectBotId(channel, upstreamModel) === '' ? null : `${channel.baseUrl ?? base}/v3/chat`,
  modelListUrlOf: () => null,
  objectionToOther,
  headersOf: ({ key }) => bearer(key),
  reportsStreamUsage: false,
  takes: {},
})

/** The field names the bot; it may be empty only if every model name is the number of a bot. */
function objectionToOther(other: string, { models }: OtherContext): Reason | null {
  const text = other.trim()
  if (text !== '') return isBot(text) ? null : makeReason('notAgent', { what: text.slice(0, 40) })
  return models.every(isBot) ? null : makeReason('agentMissing')
}
