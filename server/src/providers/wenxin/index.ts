import { wenxinKeys } from '@sluice/contract/channel-keys'
import { numberOf, recordOf, textOf } from '@sluice/contract/read-json'
import { keyParser } from '../key-form.ts'
import { defineProvider } from '../provider.ts'
import type { TokenExchange } from '../token-exchange.ts'
import { wenxinAdapter } from './adapter.ts'
import { suffixOf } from './model-suffix.ts'

const base = 'https://aip.baidubce.com'

/**
 * Baidu's first API for Wenxin, replaced by Qianfan V2. https://cloud.baidu.com/doc/WENXINWORKSHOP/index.html, as known
 * on 2026-11-20
 */
export const wenxin = defineProvider({
  id: 'wenxin',
  type: 15,
  baseUrl: base,
  format: 'own',
  wire: wenxinAdapter,
  operations: ['chat', 'embeddings'],
  models: ['ERNIE-4.0-8K', 'ERNIE-3.5-8K', 'ERNIE-Speed-8K', 'ERNIE-Speed-128K', 'ERNIE-Lite-8K', 'Embedding-V1'],
  urlOf({ channel, operation, upstreamModel, token = '' }) {
    const kind = operation === 'embeddings' ? 'embeddings' : 'chat'
    const place = `/rpc/2.0/ai_custom/v1/wenxinworkshop/${kind}/${suffixOf(upstreamModel)}`
    return `${channel.baseUrl ?? base}${place}?access_token=${encodeURIComponent(token)}`
  },
  modelListUrlOf: () => null,
  // The token is in the address.
  headersOf: () => ({}),
  parseKey: keyParser(wenxinKeys),
  tokenExchangeOf: (key, { baseUrl }) => exchangeOf(key, baseUrl ?? base),
  reportsStreamUsage: false,
  takes: {},
})

/** https://cloud.baidu.com/doc/WENXINWORKSHOP/s/Ilkkrb0i5, as known on 2026-11-20 */
const exchangeOf = (key: string, root: string): TokenExchange => ({
  request() {
    const [clientId = '', clientSecret = ''] = key.split('|').map((part) => part.trim())
    const query = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    return {
      url: `${root}/oauth/2.0/token?${query}`,
      headers: { 'content-type': 'application/json' },
      body: '',
    }
  },
  read(answer) {
    const { access_token, expires_in } = recordOf(answer)
    const token = textOf(access_token)
    return token === '' ? null : { token, lifetimeSeconds: numberOf(expires_in) ?? 3_600 }
  },
})
