import { expect, test } from 'bun:test'
import { redact } from './redact.ts'

test('keys, credentials and secret parameters are replaced anywhere in a text', () => {
  const secret = 'Zx9Kq2LmNp4RtVw8'
  for (const text of [
    `Incorrect API key provided: sk-${secret}.`,
    `sk-ant-api03-${secret}`,
    `sk-proj-${secret}`,
    `ek_v1.${secret}`,
    `Authorization: Bearer ${secret}`,
    `https://host/v1?alt=sse&key=${secret}&x=1`,
    `https://api.telegram.org/x?token=${secret}`,
    `postgres://sluice:${secret}@db:5432/sluice`,
    `{"password":"${secret}"}`,
    `AIza${secret}`,
  ])
    expect(redact(text)).not.toContain(secret)
})

test('other text stays readable', () => {
  const text = 'GET https://api.example.com/v1/models?limit=10 answered 401 for channel 7 (task-based, risk-free)'
  expect(redact(text)).toBe(text)
})

test('a long text that resembles secrets is redacted within the time of a test', () => {
  for (const part of ['a', 'a.', 'a:', 'a|', '://a:', 'eyJ-', '"key', 'sk-', '/hook/', '-----BEGIN PRIVATE KEY-----'])
    expect(redact(part.repeat(50_000 / part.length)).length).toBeGreaterThan(0)
})
