import { parseRecord } from '@sluice/contract/read-json'
import type { ClientFormatId, WireFormatId } from '../../protocols/wire-format-id.ts'
import { jsonObject } from '../check-other.ts'
import { isMessagesPath, messagesHeaders } from '../host-formats.ts'
import { lackingOf, lacksOfCopies } from '../messages-lacks.ts'
import { defineHost, type ProviderChannel } from '../provider.ts'
import { errorTypes } from '../read-error.ts'
import { fitBody } from './fit-body.ts'
import { mediaPathOf, mediaWireOf } from './media-wires.ts'
import { rerank, rerankPath } from './rerank.ts'
import { wanVideos } from './video-wire.ts'

/** Alibaba Model Studio in its compatible mode. https://help.aliyun.com/zh/model-studio, as known on 2026-11-20 */
export const qwen = defineHost({
  id: 'qwen',
  type: 17,
  baseUrl: 'https://dashscope.aliyuncs.com',
  formatFor,
  operations: [
    ...(['chat', 'completions', 'embeddings', 'rerank', 'image_generations', 'image_edits'] as const),
    ...(['speech', 'transcriptions'] as const),
  ],
  models: [
    'qwen3-max',
    'qwen-plus',
    'qwen-flash',
    'qwen3-vl-plus',
    'qwen3-coder-plus',
    'qwq-plus',
    'text-embedding-v4',
    'qwen-image',
    'qwen3-tts-flash',
    'qwen3-asr-flash',
    'wan2.7-t2v',
    'wan2.7-i2v',
    'wan2.7-r2v',
  ],
  stores: ['files', 'batches'],
  pathOf(path, { operation, upstreamModel }) {
    if (operation === 'rerank') return rerankPath
    if (isMessagesPath(path)) return `/apps/anthropic${path}`
    return mediaPathOf(operation, upstreamModel) ?? `/compatible-mode${path}`
  },
  rerank,
  mediaWireOf: ({ operation, upstreamModel }) => mediaWireOf(operation, upstreamModel),
  videos: wanVideos,
  family: 'qwen',
  runsModels: true,
  alsoAt: ['https://dashscope-intl.aliyuncs.com', 'https://dashscope-us.aliyuncs.com'],
  takes: { keepsCacheMarks: true, takesTopK: true },
  // The field `other` may hold the parameters of a plugin.
  ...lackingOf(lacksOfCopies),
  headersOf: (call) => ({ ...messagesHeaders(call), ...pluginHeader(call.channel.other) }),
  objectionToOther: jsonObject,
  // https://help.aliyun.com/zh/model-studio/error-code, as known on 2026-11-23: status 400 for an account in arrears.
  typeOfError: errorTypes({ InvalidApiKey: 'authentication_error', Arrearage: 'billing_error' }),
  fitBody,
})

/** Text and vision models. https://help.aliyun.com/zh/model-studio/anthropic-api-messages, as known on 2026-11-23 */
const servesMessages = (model: string): boolean =>
  /^qwen[\d.]*-(max|plus|flash|turbo|coder|vl)/.test(model) && !/-(mt|omni|asr|tts|audio)\b/.test(model)

function formatFor(_channel: ProviderChannel, client: ClientFormatId, model: string): WireFormatId {
  if (client === 'responses') return 'responses'
  return client === 'anthropic' && servesMessages(model) ? 'anthropic' : 'openai'
}

/** JSON on one line in ASCII, because a header can hold nothing else. */
function pluginHeader(other: string): Record<string, string> {
  const plugin = parseRecord(other)
  if (plugin === null) return {}
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  return { 'x-dashscope-plugin': JSON.stringify(plugin).replaceAll(/[^\x20-\x7e]/g, escaped) }
}
