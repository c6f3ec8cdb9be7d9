import { expect, test } from 'bun:test'
import { scanJson } from '../core/json/scan-json.ts'
import { defaultOption } from '../state/option-values.ts'
import { wireFormatOf } from './formats/index.ts'
import { prepareBody } from './prepare-body.ts'

/** What an Anthropic upstream is sent for an Anthropic client's thinking block with this signature. */
function sentFor(signature: string): string {
  const body = {
    model: 'claude-opus-4-6',
    max_tokens: 2_000,
    thinking: { type: 'enabled', budget_tokens: 1_024 },
    messages: [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature },
          { type: 'text', text: 'Hello' },
        ],
      },
      { role: 'user', content: 'And?' },
    ],
  }
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const scan = scanJson(bytes)
  if (!scan.ok) throw new Error(scan.reason)
  const format = wireFormatOf('anthropic')
  const target = { format: 'anthropic', operation: 'chat', inPath: null, isArrayStream: false } as const
  const options = { 'claude.default_max_tokens': defaultOption('claude.default_max_tokens') }
  const call = {
    ...{ format, target, suffix: null, neutral: { request: null }, snapshot: { options } },
    body: { bytes, fields: scan.fields },
    request: format.readRequest(target, body),
  }
  const attempt = { format, upstreamModel: body.model, hidesUsage: false, channel: { paramOverride: null } }
  return new TextDecoder().decode(prepareBody(call as never, attempt as never))
}

test('a signature of the client’s own format passes untouched', () => {
  expect(sentFor('abcd')).toContain('"signature":"abcd"')
})

test('a signature that another upstream made is taken out, though both sides speak one format', () => {
  const sent = sentFor('sluiceGeminiabcd')
  expect(sent).not.toContain('sluiceGemini')
  expect(sent).not.toContain('abcd')
  expect(sent).toContain('Hello')
})

test('one that this format made for a client of another loses its mark and comes home', () => {
  expect(sentFor('sluiceClaudeabcd')).toContain('"signature":"abcd"')
})
