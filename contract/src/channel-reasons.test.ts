import { expect, test } from 'bun:test'
import { type ChannelReason, channelReasonFor } from './channel-reasons.ts'
import { makeReason } from './error-reasons.ts'
import { readerOf, render } from './messages/render.ts'

test('an error of the gateway can be a reason, followed by the hint about a missing path', () => {
  const reason: ChannelReason = {
    code: 'upstream_call_failed',
    params: { reason: makeReason('upstreamSilent', { seconds: 30 }) },
    lacksPath: true,
  }
  const hintIn = (language: 'en' | 'zh') => render(language, 'channelReasons', { code: 'path_missing' })
  expect(channelReasonFor(readerOf('en'), reason)).toBe(
    `The call to the upstream failed: no answer within 30 seconds. ${hintIn('en')}`,
  )
  expect(channelReasonFor(readerOf('zh'), reason)).toBe(`调用上游失败：30 秒内没有响应。${hintIn('zh')}`)
})

test('an unknown code or a missing value gives no message', () => {
  for (const code of ['toString', 'of_tomorrow', 'tests_slow', 'upstream_call_failed'])
    expect(channelReasonFor(readerOf('en'), { code, params: {} }), code).toBeNull()
  expect(channelReasonFor(readerOf('en'), null)).toBeNull()
})
