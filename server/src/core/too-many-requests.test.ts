import { expect, test } from 'bun:test'
import { render } from '@sluice/contract/messages/render'
import { tooManyRequests } from './too-many-requests.ts'

test.each([
  [1, '1 second', '1 秒'],
  [119, '119 seconds', '119 秒'],
  [120, '2 minutes', '2 分钟'],
  [841, '15 minutes', '15 分钟'],
])('%d seconds are told as %s, in both languages', (seconds, english, chinese) => {
  const { code, params, message, status, retryAfterSeconds } = tooManyRequests(seconds)
  expect({ status, retryAfterSeconds }).toEqual({ status: 429, retryAfterSeconds: seconds })
  expect(message).toBe(`Too many requests. Try again in ${english}.`)
  expect(render('zh', 'errors', { code, params })).toBe(`请求过于频繁，请在 ${chinese}后重试。`)
})
