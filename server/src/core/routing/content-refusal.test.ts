import { expect, test } from 'bun:test'
import { isContentRefused } from './content-refusal.ts'

test('a refusal by the usage policy has its code or its type', () => {
  expect(isContentRefused({ type: 'invalid_request_error', code: 'content_policy_violation' })).toBe(true)
  expect(isContentRefused({ type: 'image_content_policy_violation', code: '' })).toBe(true)
  expect(isContentRefused({ type: 'permission_error', code: '403' })).toBe(false)
})
