import { describe, expect, test } from 'bun:test'
import { spark } from './index.ts'
import { modelOf } from './model-names.ts'

test.each([
  ['SparkDesk-v3.5', '', 'generalv3.5'],
  ['SparkDesk', 'v4.0', '4.0Ultra'],
  ['SparkDesk', '', 'lite'],
  ['SparkDesk-v2.1', '', 'lite'],
  ['SparkDesk-X1', 'v3.5', 'x1'],
  ['max-32k', 'v3.5', 'max-32k'],
])('%p with version %p of the channel is %p', (name, other, model) => {
  expect(modelOf(name, other)).toBe(model)
})

describe('a call', () => {
  const channel = (baseUrl: string | null, other = '') => ({ baseUrl, organization: null, other })
  const settings = { claudeHeaders: {}, geminiVersions: {} }
  const urlOf = (upstreamModel: string, baseUrl: string | null) =>
    spark.urlOf({
      ...{
        operation: 'chat',
        path: '/v1/chat/completions',
        isStream: false,
        settings,
        upstreamModel,
        key: 'k',
      },
      channel: channel(baseUrl),
    })

  test('goes to the HTTP API, whose second version has the reasoning model', () => {
    const root = 'https://spark-api-open.xf-yun.com'
    expect(urlOf('SparkDesk-v3.5', null)).toBe(`${root}/v1/chat/completions`)
    expect(urlOf('SparkDesk-X1', 'wss://spark-api.xf-yun.com')).toBe(`${root}/v2/chat/completions`)
    expect(urlOf('lite', 'https://s.example')).toBe('https://s.example/v1/chat/completions')
  })

  test('converts a key of the older API to the form of this one', () => {
    const headersOf = (key: string) =>
      spark.headersOf({ channel: channel(null), key, clientHeaders: null, model: 'm', settings })
    expect(headersOf('app|secret|key')).toEqual({ authorization: 'Bearer key:secret' })
    expect(headersOf('password')).toEqual({ authorization: 'Bearer password' })
    expect(spark.parseKey?.('app|secret').ok).toBe(false)
    expect(spark.parseKey?.('password').ok).toBe(true)
  })

  test('maps a version to its model, and keeps settings within their ranges', () => {
    const body = { model: 'SparkDesk', temperature: 1.7, top_k: 40, max_completion_tokens: 5 }
    const call = { operation: 'chat', upstreamModel: 'SparkDesk', other: 'v4.0' } as const
    expect(spark.fitBody?.(body, call)).toEqual({
      set: { model: '4.0Ultra', temperature: 1, top_k: 6, max_tokens: 5 },
      remove: ['max_completion_tokens'],
      lost: [],
    })
    expect(spark.fitBody?.({ model: 'x1', temperature: 1.7 }, { ...call, upstreamModel: 'x1' }).set).toEqual(
      {},
    )
  })
})
