import { expect, test } from 'bun:test'
import { isApiKey, looksLikeSecret } from './secret-text.ts'

const secrets = [
  'sk-0123456789abcdef',
  'sk-proj-Ab12_cdEF-0123456789',
  'sk-ant-api03-AbCdEfGh',
  '  my key sk-0123456789abcdef',
  'AIzaSyA1234567890abcdefghijklmnopqrstuvw',
  'gsk_Ab12Cd34Ef56Gh78',
  'xai-Ab12Cd34Ef56',
  'AKIAIOSFODNN7EXAMPLE|wJalrXUtnFEMI|us-east-1',
  '0123456789abcdef0123456789abcdef',
  '0123456789abcdef0123456789abcdef.Ab12Cd34',
  '3f2b8c1e-9a4d-4e6f-8b7a-1c2d3e4f5a6b',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig',
  '{"type":"service_account","private_key":"x"}',
]
const names = [
  'Azure relay, East',
  'openai-east-2',
  '主力渠道（华东）',
  'claude-opus-4-5-20251101',
  'gemini-2.5-flash-native-audio-preview-09-2025',
  'someone.with.a.long.name@mail.example.com',
  'task-force 12345678',
  'risk-management-2026',
  '20261122134455123456',
  '',
]

test.each(secrets)('%s may be a key', (text) => {
  expect(looksLikeSecret(text)).toBe(true)
})

test.each(names)('%s is a name', (text) => {
  expect(looksLikeSecret(text)).toBe(false)
  expect(isApiKey(text)).toBe(false)
})

test('only keys of the usual form are certainly keys', () => {
  expect(isApiKey('sk-0123456789abcdef')).toBe(true)
  expect(isApiKey('0123456789abcdef0123456789abcdef')).toBe(false)
})
