import { expect, test } from 'bun:test'
import {
  credentialsIn,
  headerObjection,
  headerOverrideText,
  parseHeaderOverride,
} from '@sluice/contract/header-override'
import { withHeaderChanges } from './header-changes.ts'

const base = { 'Content-Type': 'application/json', authorization: 'Bearer sk-1', 'user-agent': 'sluice' }
const client = new Headers({
  authorization: 'Bearer sk-client',
  'x-api-key': 'sk-client',
  cookie: 'session=1',
  host: 'ours',
  'x-forwarded-for': '203.0.113.9',
  'x-trace': 't1',
  'user-agent': 'codex/1',
  'content-length': '7',
})
const apply = (override: Record<string, unknown>, clientHeaders: Headers | null = client) =>
  withHeaderChanges(base, parseHeaderOverride(JSON.stringify(override)), { key: 'sk-$&1', clientHeaders })

test('a header is set, replaced whatever its case, and removed', () => {
  expect(apply({ 'X-Team': 'a', 'User-Agent': 'mine' })).toEqual({
    'content-type': 'application/json',
    authorization: 'Bearer sk-1',
    'user-agent': 'mine',
    'x-team': 'a',
  })
  expect(apply({ Authorization: null })).not.toHaveProperty('authorization')
})

test('{api_key} is replaced by the key in use, unchanged', () => {
  expect(apply({ authorization: null, 'api-key': 'Key {api_key}' })).toMatchObject({
    'api-key': 'Key sk-$&1',
  })
})

test('a header of the client is copied, and absent where the client sent none', () => {
  expect(apply({ 'x-out': '{client_header:X-Trace}' })).toMatchObject({ 'x-out': 't1' })
  expect(apply({ 'user-agent': '{client_header:X-None}' })).not.toHaveProperty('user-agent')
  expect(apply({ 'x-out': '{client_header:X-Trace}' }, null)).not.toHaveProperty('x-out')
})

test('* and patterns pass headers of the client, never its credentials or what belongs to its connection', () => {
  const rest = { 'content-type': 'application/json', authorization: 'Bearer sk-1' }
  expect(apply({ '*': '' })).toEqual({ ...rest, 'user-agent': 'codex/1', 'x-trace': 't1' })
  expect(apply({ 're:^x-': '' })).toEqual({ ...rest, 'user-agent': 'sluice', 'x-trace': 't1' })
})

test.each([
  ['host', 'a', 'headerFixed'],
  ['Content-Length', '1', 'headerFixed'],
  ['transfer-encoding', null, 'headerFixed'],
  ['sec-websocket-protocol', 'a', 'headerFixed'],
  ['a b', 'x', 'notHeaderName'],
  ['x-a', 'one\r\ntwo', 'asciiOnly'],
  ['x-a', 7, 'mustBeText'],
  ['re:(', '', 'notRegex'],
  ['x-a', 'Bearer {client_header:X-B}', 'clientHeaderForm'],
  ['x-a', '{client_header:Authorization}', 'clientHeaderKept'],
])('%s = %p is refused: %s', (name, value, code) => {
  expect(headerObjection(name, value)?.code).toBe(code as never)
  expect(headerOverrideText.safeParse(JSON.stringify({ [name]: value })).success).toBe(false)
  // A stored override may still hold it: calls leave it out.
  expect(apply({ [name]: value }, null)).toEqual(base)
})

test('a credential in clear text is found; a header made of the key is not one', () => {
  const text = JSON.stringify({
    Authorization: 'Bearer abc',
    'x-api-key': '{api_key}',
    cookie: 'a=b',
    'x-a': '1',
  })
  expect(credentialsIn(text)).toEqual(['authorization', 'cookie'])
})

test('one header cannot be named twice', () => {
  expect(headerOverrideText.safeParse('{"X-A":"1","x-a":"2"}').success).toBe(false)
})
