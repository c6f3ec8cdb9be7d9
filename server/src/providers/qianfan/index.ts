import { qianfanKeys } from '@sluice/contract/channel-keys'
import { keyParser } from '../key-form.ts'
import { bearer, chatOrResponses, defineHost } from '../provider.ts'
import { errorTypes } from '../read-error.ts'

/** Baidu Qianfan, second version. https://cloud.baidu.com/doc/qianfan-api, as known on 2026-11-20 */
export const qianfan = defineHost({
  id: 'qianfan',
  type: 46,
  runsModels: true,
  baseUrl: 'https://qianfan.baidubce.com',
  operations: ['chat', 'embeddings', 'rerank', 'image_generations'],
  models: [
    'ernie-5.1',
    'ernie-5.0',
    'ernie-4.5-turbo-128k',
    'ernie-x1.1-preview',
    'embedding-v1',
    'bge-large-zh',
    'tao-8k',
  ],
  // https://cloud.baidu.com/doc/qianfan-api/s/vmhejnuy8, as known on 2026-11-23
  formatFor: chatOrResponses,
  pathOf: (path) => path.replace(/^\/v1/, '/v2'),
  parseKey: keyParser(qianfanKeys),
  typeOfError: errorTypes({ invalid_iam_token: 'authentication_error' }),
  // A key `token|appid` selects an application of the account.
  headersOf({ key }) {
    const [token = '', appId] = key.split('|').map((part) => part.trim())
    return appId ? { ...bearer(token), appid: appId } : bearer(token)
  },
})
