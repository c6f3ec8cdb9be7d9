import { expect, test } from 'bun:test'
import { sessionHeadersOf } from './session-headers.ts'

const noParameters = new URLSearchParams()

test('a browser sends its key and the beta as protocols', () => {
  const offered = 'realtime, openai-insecure-api-key.sk-abc-7, openai-beta.realtime-v1'
  const { headers, protocol, beta } = sessionHeadersOf(
    new Headers({ 'sec-websocket-protocol': offered }),
    noParameters,
    false,
  )
  expect([headers.get('authorization'), protocol, beta]).toEqual(['Bearer sk-abc-7', 'realtime', 'realtime=v1'])
})

test('a key in a header is used, and no protocol is selected if none was offered', () => {
  const given = new Headers({ authorization: 'Bearer sk-own', 'openai-beta': 'realtime=v1' })
  const { headers, protocol, beta } = sessionHeadersOf(given, noParameters, false)
  expect([headers.get('authorization'), protocol, beta]).toEqual(['Bearer sk-own', null, 'realtime=v1'])
})

test('a client for Azure sends its key in a header of its own, or in the address if that is allowed', () => {
  const readAuthorization = (headers: Headers, query: string, isAllowed: boolean) =>
    sessionHeadersOf(headers, new URLSearchParams(query), isAllowed).headers.get('authorization')
  expect(readAuthorization(new Headers({ 'api-key': 'sk-az' }), '', false)).toBe('Bearer sk-az')
  expect(readAuthorization(new Headers(), 'api-key=sk-az', true)).toBe('Bearer sk-az')
  expect(readAuthorization(new Headers(), 'Authorization=Bearer%20sk-az', true)).toBe('Bearer sk-az')
  expect(readAuthorization(new Headers(), 'api-key=sk-az', false)).toBeNull()
})
