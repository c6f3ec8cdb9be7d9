import { expect, test } from 'bun:test'
import { parseChannelReason } from '@sluice/contract/channel-reasons'
import { isReasonCode } from '@sluice/contract/messages/render'
import { describeChannelReason } from '../../core/channel-reason.ts'
import { GatewayError } from '../../core/errors.ts'
import { attemptErrorOf, errorFields } from './attempt-error.ts'

const upstream = { message: 'Rate limited.', type: 'rate_limit_error', param: null, code: null }

test('a message of the upstream is kept unchanged, a message of the gateway is also kept as data', () => {
  const error = new GatewayError('upstream_timeout')
  expect(errorFields(attemptErrorOf({ error, upstream }))).toEqual({ error: 'Rate limited.' })
  const own = errorFields(attemptErrorOf({ error, upstream: null }))
  expect(own).toEqual({ error: error.message, error_data: { code: 'upstream_timeout', params: {} } })
  const read = parseChannelReason(own.error_data, isReasonCode)
  expect(describeChannelReason('en', read)).toBe(error.message)
  expect(describeChannelReason('zh', read)).toMatch(/\p{Script=Han}/u)
  expect(errorFields(null)).toEqual({ error: null })
})

test('the detail of an error is for the log, and no part of the record', () => {
  const error = new GatewayError('channel_misconfigured', {}, { detail: 'channel 7 has no address' })
  const read = attemptErrorOf({ error, upstream: { ...upstream, message: '' } })
  expect(read).toMatchObject({ text: error.message, reason: { code: 'channel_misconfigured' } })
  expect(JSON.stringify(read)).not.toContain('channel 7')
})
