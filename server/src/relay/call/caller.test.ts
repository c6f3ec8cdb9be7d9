import { describe, expect, test } from 'bun:test'
import { parseAddressList } from '../../core/address-list.ts'
import { GatewayError } from '../../core/errors.ts'
import { readApiKey } from '../../protocols/api-key.ts'
import type { CallerRow } from '../../store/callers.ts'
import { buildCaller } from './caller.ts'
import { refuseAddress } from './refuse-address.ts'
import { cleanError } from './upstream-error.ts'
import { usableGroupsOf } from './usable-group.ts'

const readKey = (authorization: string) => readApiKey(new Headers({ authorization }), '/v1/chat/completions')

describe('readApiKey', () => {
  test.each([
    ['Bearer sk-abc', { key: 'abc', pinnedChannel: null }],
    ['sk-abc', { key: 'abc', pinnedChannel: null }],
    ['abc', { key: 'abc', pinnedChannel: null }],
    ['Bearer sk-abc-12', { key: 'abc', pinnedChannel: '12' }],
    ['Bearer sk-abc-x-y', { key: 'abc', pinnedChannel: 'x-y' }],
    ['Bearer sk-', null],
    ['Bearer ', null],
  ])('the key in %p is %p', (header, expected) => {
    expect(readKey(header)).toEqual(expected)
  })
  test.each([
    ['/v1/messages', { 'x-api-key': 'sk-abc' }],
    ['/v1/messages', { authorization: 'Bearer sk-abc' }],
    ['/v1beta/models/m:generateContent', { 'x-goog-api-key': 'sk-abc' }],
    ['/v1beta/models/m:generateContent?alt=sse&key=sk-abc', {}],
  ])('at %p a key is read from %p', (path, headers) => {
    expect(readApiKey(new Headers(headers as Record<string, string>), path)?.key).toBe('abc')
  })
  test('without a header there is no key', () => {
    expect(readApiKey(new Headers(), '/v1/x?key=abc')).toBeNull()
  })
})

const row = {
  token_id: 1,
  token_name: 't',
  token_status: 1,
  expires_at: null,
  unlimited_quota: 1,
  model_limits_enabled: 0,
  model_limits: '',
  allow_ips: '',
  deny_ips: null,
  token_limits: null,
  token_drawing: null,
  rate_limit_enabled: 1,
  rate_limit_count: 0,
  rate_limit_minutes: 1,
  rate_limit_message: null,
  token_auto_groups: null,
  token_cross_group_retry: 0,
  token_group: '',
  user_id: 1,
  username: 'u',
  user_group: 'default',
  user_status: 1,
  user_role: 1,
  user_setting: '{}',
  user_limits: '{"rpm":3}',
} as CallerRow

describe('parseAddressList', () => {
  const parsed = (text: string) => {
    const list = parseAddressList(text)
    if (list === null) throw new Error('no entry')
    return list
  }
  test.each(['', ' ', ' , ', '\n,\r\n', ',,'])('separators alone restrict nothing: %j', (text) => {
    expect(parseAddressList(text)).toBeNull()
    const caller = buildCaller({ ...row, allow_ips: text, deny_ips: text })
    expect(caller).toMatchObject({ allowedAddresses: null, deniedAddresses: null })
    expect(() => refuseAddress(caller, '192.0.2.1')).not.toThrow()
  })
  test('recognises addresses and ranges of both families', () => {
    const list = parsed('10.0.0.0/8\n 192.168.1.7 ,2001:db8::/32')
    expect(list.invalid).toEqual([])
    for (const inside of ['10.255.0.1', '192.168.1.7', '2001:db8::1', '::ffff:10.1.2.3']) {
      expect(list.includes(inside)).toBe(true)
    }
    for (const outside of ['11.0.0.1', '192.168.1.8', '2001:db9::1', '', 'nonsense']) {
      expect(list.includes(outside)).toBe(false)
    }
  })
  test('a list of invalid lines includes no address', () => {
    const list = parsed('everyone\n10.0.0.0/99')
    expect(list.invalid).toEqual(['everyone', '10.0.0.0/99'])
    expect(list.includes('10.0.0.1')).toBe(false)
  })
})

test('a deny list refuses addresses that it cannot evaluate', () => {
  const isAdmitted = (denied: string, address: string): boolean => {
    try {
      refuseAddress({ deniedAddresses: parseAddressList(denied), allowedAddresses: null } as never, address)
      return true
    } catch (error) {
      expect(error).toMatchObject({ code: 'ip_not_allowed' })
      return false
    }
  }
  expect(isAdmitted('192.0.2.0/24', '192.0.3.7')).toBe(true)
  expect(isAdmitted('192.0.2.0/24', '192.0.2.7')).toBe(false)
  expect(isAdmitted('192.0.2.0/24', '')).toBe(false)
  expect(isAdmitted('192.0.2.0/24\ninvalid', '192.0.3.7')).toBe(false)
})

describe('buildCaller', () => {
  test('reads limits; a rate limit of 0 means none', () => {
    expect(buildCaller(row)).toMatchObject({ userLimits: { rpm: 3 }, tokenLimits: {}, rateLimit: null })
    expect(buildCaller({ ...row, rate_limit_count: 2 }).rateLimit).toEqual({
      count: 2,
      minutes: 1,
      message: '',
    })
  })
  test.each(['{', '[]', '[1]', '"vip"'])('an unreadable order of groups refuses every call: %s', (text) => {
    expect(() => buildCaller({ ...row, token_auto_groups: text })).toThrow()
  })
  test.each(['{', '[]', '{"rpm":-1}', '"x"'])('unreadable limits refuse every call: %s', (token_limits) => {
    expect(() => buildCaller({ ...row, token_limits })).toThrow()
  })
})

describe('usableGroupsOf', () => {
  const options = {
    UserUsableGroups: { vip: 'VIP', gone: 'x', auto: '', cheap: '' },
    GroupRatio: { default: 1, vip: 2, cheap: 0.5, closed: 1 },
    AutoGroups: ['cheap', 'gone', 'closed', 'default', 'vip'],
    MaxTokenAutoGroups: 2,
  }
  const caller = { userGroup: 'default', ownGroups: ['default'], autoGroups: null as string[] | null }
  const readGroups = (tokenGroup: string, more: Partial<typeof caller> = {}, changed: object = {}) =>
    usableGroupsOf({ ...caller, ...more, tokenGroup }, { ...options, ...changed } as never)
  test('without a group on the token is the group of the user', () => {
    expect(readGroups('')).toEqual(['default'])
    expect(readGroups('vip')).toEqual(['vip'])
  })
  test.each(['svip', 'gone', 'closed', 'constructor', '__proto__'])('refuses %p', (name) => {
    expect(() => readGroups(name)).toThrow(GatewayError)
  })
  test('an account of several groups may use each; without one on the token it is the first', () => {
    const several = { ownGroups: ['default', 'closed', 'gone'] }
    expect(readGroups('', several)).toEqual(['default'])
    expect(readGroups('closed', several)).toEqual(['closed'])
    expect(() => readGroups('gone', several)).toThrow(GatewayError)
    expect(readGroups('auto', several)).toEqual(['cheap', 'closed', 'default', 'vip'])
  })
  test('auto is the order of the operator, of groups that the account may use', () => {
    expect(readGroups('auto')).toEqual(['cheap', 'default', 'vip'])
    expect(readGroups('auto', { userGroup: 'closed', ownGroups: ['closed'] })).toEqual(['cheap', 'closed', 'vip'])
  })
  test('the order of the token comes first, up to the allowed number of groups', () => {
    expect(readGroups('auto', { autoGroups: ['gone', 'vip', 'default', 'cheap'] })).toEqual(['vip', 'default'])
    expect(readGroups('auto', { autoGroups: ['gone'] })).toEqual(['cheap', 'default', 'vip'])
  })
  test('a refusal names the group and says what to do', () => {
    expect(() => readGroups('closed')).toThrow(/group closed\. Choose another group/)
  })
  test('auto is refused where it is not offered or contains no group, which are different errors', () => {
    expect(() => readGroups('auto', {}, { UserUsableGroups: { vip: 'VIP' } })).toThrow('use the group auto.')
    expect(() => readGroups('auto', {}, { AutoGroups: ['closed', 'auto'] })).toThrow('auto contains no group')
  })
  test('a group that is itself named auto is used as a group', () => {
    expect(readGroups('auto', {}, { GroupRatio: { ...options.GroupRatio, auto: 3 } })).toEqual(['auto'])
  })
})

describe('cleanError', () => {
  test('never contains the channel’s key, nor other keys', () => {
    const error = {
      message: 'bad key my-secret-key and sk-abcdefghijklmnopqrstuvwxyz',
      type: 'my-secret-key',
      param: null,
      code: 'my-secret-key',
    }
    const text = JSON.stringify(cleanError(error, ['my-secret-key']))
    expect(text).not.toContain('my-secret-key')
    expect(text).not.toContain('abcdefghijklmnop')
  })
})
