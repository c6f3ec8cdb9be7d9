import { sparkKeys } from '@sluice/contract/channel-keys'
import { oneOf } from '../check-other.ts'
import { type FitBody, fitTo, joinFits, unchanged, within } from '../fit-body.ts'
import { keyParser } from '../key-form.ts'
import { bearer, defineHost } from '../provider.ts'
import { errorTypes } from '../read-error.ts'
import { modelOf, versionNames } from './model-names.ts'

const invalid = 'invalid_request_error'
const base = 'https://spark-api-open.xf-yun.com'

const fitBody: FitBody = (body, { upstreamModel, other = '' }) => {
  const model = modelOf(upstreamModel, other)
  const dialect = {
    rename: { max_completion_tokens: 'max_tokens' },
    values: { temperature: within(0.01, model === 'x1' ? 2 : 1), top_k: within(1, 6) },
  }
  return joinFits(fitTo(dialect, body), { ...unchanged, set: model === body.model ? {} : { model } })
}

/**
 * iFlytek Spark through its HTTP API. A three-part key of the older API belongs to the same account.
 * https://www.xfyun.cn/doc/spark/HTTP%E8%B0%83%E7%94%A8%E6%96%87%E6%A1%A3.html, as known on 2026-11-20
 */
export const spark = defineHost({
  id: 'spark',
  type: 18,
  baseUrl: base,
  operations: ['chat'],
  models: ['SparkDesk-v1.1', 'SparkDesk-v3.1', 'SparkDesk-v3.5', 'SparkDesk-v4.0', 'SparkDesk-X1'],
  urlOf({ channel, upstreamModel }) {
    // Addresses of the older API are WebSocket addresses.
    const root = channel.baseUrl?.startsWith('http') ? channel.baseUrl : base
    const version = modelOf(upstreamModel, channel.other) === 'x1' ? 'v2' : 'v1'
    return `${root}/${version}/chat/completions`
  },
  modelListUrlOf: () => null,
  parseKey: keyParser(sparkKeys),
  headersOf({ key }) {
    if (!key.includes('|')) return bearer(key)
    const [, apiSecret = '', apiKey = ''] = key.split('|').map((part) => part.trim())
    return bearer(`${apiKey}:${apiSecret}`)
  },
  objectionToOther: oneOf(versionNames),
  fitBody,
  // https://www.xfyun.cn/doc/spark/%E6%8E%A5%E5%8F%A3%E8%AF%B4%E6%98%8E.html, as known on 2026-11-23
  typeOfError: errorTypes({
    ...{ 10007: 'rate_limit_error', 10008: 'overloaded_error' },
    ...{ 10013: invalid, 10014: invalid, 10019: invalid, 10163: invalid, 10907: invalid },
    ...{ 11200: 'authentication_error' },
    ...{ 11201: 'rate_limit_error', 11202: 'rate_limit_error', 11203: 'rate_limit_error' },
  }),
})
