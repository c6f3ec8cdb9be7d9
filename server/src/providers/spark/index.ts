import { sparkKeys } from '@sluice/contract/channel-keys'
import { oneOf } from '../check-other.ts'
import { type FitBody, fitTo, joinFits, unchanged, within } from '../fit-body.ts'
import { keyParser } from '../key-form.ts'
import { bearer, defineProvider, type ProviderChannel } from '../provider.ts'
import { errorTypes } from '../read-error.ts'
import { sparkAdapter } from './adapter.ts'
import { sparkErrorTypes } from './error-types.ts'
import { modelOf } from './model-names.ts'
import { isLastSparkMessage } from './parse-answer.ts'
import { partsOf, signSpark } from './sign.ts'
import { versionNames, versionOf } from './versions.ts'

const httpBase = 'https://spark-api-open.xf-yun.com'
const socketBase = 'wss://spark-api.xf-yun.com'

const fitBody: FitBody = (body, { upstreamModel, other = '' }) => {
  const model = modelOf(upstreamModel, other)
  const dialect = {
    rename: { max_completion_tokens: 'max_tokens' },
    values: { temperature: within(0.01, model === 'x1' ? 2 : 1), top_k: within(1, 6) },
  }
  return joinFits(fitTo(dialect, body), { ...unchanged, set: model === body.model ? {} : { model } })
}

/**
 * Whether calls go to the WebSocket API: its keys have three parts, which the HTTP API also takes at its own address.
 * All keys of a channel have one form.
 */
const usesSocket = ({ baseUrl, keys }: ProviderChannel, key = ''): boolean =>
  (keys?.[0] ?? key).includes('|') && baseUrl !== httpBase

/**
 * iFlytek Spark. https://www.xfyun.cn/doc/spark/Web.html and
 * https://www.xfyun.cn/doc/spark/HTTP%E8%B0%83%E7%94%A8%E6%96%87%E6%A1%A3.html, as known on 2026-11-20
 */
export const spark = defineProvider({
  id: 'spark',
  type: 18,
  baseUrl: httpBase,
  format: 'own',
  formatFor: (channel) => (usesSocket(channel) ? 'own' : 'openai'),
  wire: sparkAdapter,
  operations: ['chat'],
  models: ['SparkDesk-v1.1', 'SparkDesk-v3.1', 'SparkDesk-v3.5', 'SparkDesk-v4.0', 'SparkDesk-X1'],
  urlOf({ channel, key, upstreamModel }) {
    const { baseUrl, other } = channel
    if (usesSocket(channel, key))
      return (baseUrl?.replace(/^http/, 'ws') ?? socketBase) + versionOf(upstreamModel, other).path
    const root = baseUrl?.startsWith('http') ? baseUrl : httpBase
    return `${root}/${modelOf(upstreamModel, other) === 'x1' ? 'v2' : 'v1'}/chat/completions`
  },
  modelListUrlOf: () => null,
  parseKey: keyParser(sparkKeys),
  headersOf({ channel, key }): Record<string, string> {
    if (usesSocket(channel, key)) return {}
    const { apiSecret, apiKey } = partsOf(key)
    return bearer(key.includes('|') ? `${apiKey}:${apiSecret}` : key)
  },
  sign: (request, key, now) => (request.url.startsWith('ws') ? signSpark(request, key, now) : {}),
  isLastMessage: isLastSparkMessage,
  objectionToOther: oneOf(versionNames),
  fitBody,
  typeOfError: errorTypes(sparkErrorTypes),
  reportsStreamUsage: true,
  takes: {},
})
