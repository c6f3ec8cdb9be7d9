import { chatglmKeys } from '@sluice/contract/channel-keys'
import { keyParser } from '../key-form.ts'
import { defineProvider } from '../provider.ts'
import { chatglmAdapter } from './adapter.ts'
import { signJwt } from './sign.ts'

const base = 'https://open.bigmodel.cn'

/** Zhipu's API v3 of ChatGLM, replaced by v4 of GLM. Kept for channels that still list its models. */
export const chatglm = defineProvider({
  id: 'chatglm',
  type: 16,
  baseUrl: base,
  format: 'own',
  wire: chatglmAdapter,
  // Newer models exist only in the next version of the API.
  formatFor: (_channel, _client, model) => (isNewer(model) ? 'openai' : 'own'),
  operations: ['chat'],
  models: ['chatglm_turbo', 'chatglm_pro', 'chatglm_std', 'chatglm_lite'],
  urlOf({ channel, upstreamModel, isStream }) {
    const root = channel.baseUrl ?? base
    if (isNewer(upstreamModel)) return `${root}/api/paas/v4/chat/completions`
    const operation = isStream ? 'sse-invoke' : 'invoke'
    return `${root}/api/paas/v3/model-api/${encodeURIComponent(upstreamModel)}/${operation}`
  },
  modelListUrlOf: () => null,
  headersOf: () => ({}),
  parseKey: keyParser(chatglmKeys),
  sign: async (_request, key, now) => ({ headers: { authorization: await signJwt(key, now) } }),
  reportsStreamUsage: false,
  family: 'glm',
  takes: {},
})

const isNewer = (model: string): boolean => /^glm-/i.test(model)
