import { expect, test } from 'bun:test'
import { GatewayError } from '../core/errors.ts'
import { describeError } from './log.ts'

test('an error is logged with its causes, and without the keys in its texts', () => {
  const cause = new Error('401 from https://host/?key=Zx9Kq2LmNp4RtVw8')
  const error = new GatewayError('internal_error', {}, { cause, detail: 'sent Bearer Zx9Kq2LmNp4RtVw8' })
  const described = describeError(error)
  expect(described).toMatchObject({ name: 'GatewayError', cause: { name: 'Error' } })
  expect(JSON.stringify(described)).not.toContain('Zx9Kq2LmNp4RtVw8')
})
