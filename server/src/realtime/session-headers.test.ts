import { expect, test } from 'bun:test'
import { sessionHeadersOf } from './session-headers.ts'

const none = new URLSearchParams()

test('a browser sends its key and the beta as protocols', () => {
  const offered = 'realtime, openai-insecure-api-key.sk-abc-7, openai-beta.realtime-v1'
  const { headers, protocol, beta } = sessionHeadersOf(new Headers({ 'sec-websocket-protocol': offered }), none, false)
  expect([headers.get('authorization'), protocol, beta]).toEqual(['Bearer sk-abc-7', 'realtime', 'realtime=v1'])
})

test('a header wins over a protocol, and without offered protocols none is answered', () => {
  const given = new Headers({ authorization: 'Bearer sk-own', 'openai-beta': 'realtime=v1' })
  const { headers, protocol, beta } = sessionHeadersOf(given, none, false)
  expect([headers.get('authorization'), protocol, beta]).toEqual(['Bearer sk-own', null, 'realtime=v1'])
})

test("Azure's clients send their key in a separate header, or in the address if that is allowed", () => {
  const keyOf = (headers: Headers, query: string, isAllowed: boolean) =>
    sessionHeadersOf(headers, new URLSearchParams(query), isAllowed).headers.get('authorization')
  expect(keyOf(new Headers({ 'api-key': 'sk-az' }), '', false)).toBe('Bearer sk-az')
  expect(keyOf(new Headers(), 'api-key=sk-az', true)).toBe('Bearer sk-az')
  expect(keyOf(new Headers(), 'Authorization=Bearer%20sk-az', true)).toBe('Bearer sk-az')
  expect(keyOf(new Headers(), 'api-key=sk-az', false)).toBeNull()
})
