import { describe, expect, test } from 'bun:test'
import type { JsonRecord } from '@sluice/contract/read-json'
import { parseParamOverride } from '../../core/overrides/param-override.ts'
import { defaultOption } from '../../state/option-values.ts'
import { passageBetween } from './choose-passage.ts'
import { buildTestCall, sentText } from './test-call.ts'

const needed = ['claude.default_max_tokens', 'global.pass_through_request_enabled'] as const
const defaults = Object.fromEntries(needed.map((key) => [key, defaultOption(key)]))

/** The body for an Anthropic upstream from an Anthropic client's body. */
function prepare(text: string, { attempt = {}, options = {}, setting = {} }: Record<string, JsonRecord> = {}): string {
  const call = buildTestCall('anthropic', text, { ...defaults, ...options })
  const attemptFields = {
    format: call.format,
    upstreamModel: 'claude-opus-4-6',
    hidesUsage: false,
    ownStateFrom: 0,
    provider: { takes: {} },
    channel: { paramOverride: null, setting },
    ...attempt,
  }
  // Call and attempt have only the fields that are read here.
  const passage = passageBetween(call as never, call.format, { setting })
  return sentText(passage.prepare(call as never, attemptFields as never))
}

const thought = (signature: string) => ({ type: 'thinking', thinking: 'Hm.', signature })
const assistantTurn = (...content: JsonRecord[]) => ({ role: 'assistant', content })
const userTurn = (...content: JsonRecord[]) => ({ role: 'user', content })
const text = { type: 'text', text: 'Hello' }
const body = (messages: JsonRecord[], more: JsonRecord = {}): string =>
  JSON.stringify({ model: 'claude-opus-4-6', max_tokens: 2_000, ...more, messages, x_own: 1 })
const signedBy = (signature: string) =>
  prepare(body([userTurn(text), assistantTurn(thought(signature), text), userTurn(text)]))

describe('signed thoughts in a body that passes unchanged', () => {
  test('of the client’s own format stay', () => {
    expect(signedBy('abcd')).toBe(body([userTurn(text), assistantTurn(thought('abcd'), text), userTurn(text)]))
  })

  test('of another upstream are removed, and nothing else', () => {
    const plain = body([userTurn(text), assistantTurn(text), userTurn(text)])
    expect(signedBy('sluiceGeminiabcd')).toBe(plain)
    expect(signedBy('')).toBe(plain)
  })

  test('without signatures stay with models that do not sign', () => {
    const messages = [userTurn(text), assistantTurn(thought(''), text), userTurn(text)]
    const attempt = { upstreamModel: 'glm-4.6' }
    expect(prepare(body(messages), { attempt })).toBe(body(messages).replace('claude-opus-4-6', 'glm-4.6'))
  })

  test('of this format, sent to a client of another, lose their mark at their origin', () => {
    expect(signedBy('sluiceClaudeabcd')).toContain('"signature":"abcd"')
  })

  test('of another account are removed, redacted ones too, up to the message where this account took over', () => {
    const messages = [
      userTurn(text),
      assistantTurn(thought('first'), { type: 'redacted_thinking', data: 'zzzz' }, text),
      userTurn(text),
      assistantTurn(thought('second'), text),
      userTurn(text),
    ]
    const none = prepare(body(messages), { attempt: { ownStateFrom: Number.POSITIVE_INFINITY } })
    expect(none).not.toMatch(/first|second|zzzz/)
    const later = prepare(body(messages), { attempt: { ownStateFrom: 3 } })
    expect(later).not.toMatch(/first|zzzz/)
    expect(later).toContain('second')
  })

  test('in a tool loop that lost its thought remove the budget', () => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }
    const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'r' }
    const thinking = { type: 'enabled', budget_tokens: 1_024 }
    const messages = [userTurn(text), assistantTurn(thought('a'), call), userTurn(result)]
    const sent = (ownStateFrom: number) =>
      JSON.parse(prepare(body(messages, { thinking }), { attempt: { ownStateFrom } })) as JsonRecord
    expect(sent(Number.POSITIVE_INFINITY).thinking).toEqual({ type: 'disabled' })
    expect(sent(0).thinking).toEqual(thinking)
  })
})

describe('a body of the client’s own format', () => {
  const bare = '{"model":"claude-opus-4-6", "x_own":1.0,"messages":[{"role":"user","content":"Hi"}]}'

  test('gets the limit that the API requires, and keeps every other byte', () => {
    expect(prepare(bare)).toBe(`{"max_tokens":8192,${bare.slice(1)}`)
    const limits = { 'claude.default_max_tokens': { default: 5, 'claude-opus-4-6': 999_999 } }
    expect(prepare(bare, { options: limits })).toBe(`{"max_tokens":128000,${bare.slice(1)}`)
    expect(prepare(bare.replace('1.0', '1.0,"max_tokens":7'))).toContain('"max_tokens":7')
  })

  test('is changed by operations of the channel at their paths, every other byte stays', () => {
    const paramOverride = parseParamOverride({
      operations: [
        { mode: 'set', path: 'metadata.team', value: 'a' },
        { mode: 'delete', path: 'x_own' },
        { mode: 'set', path: 'top_k', value: 3, conditions: { model: 'another' } },
      ],
    })
    const sent = prepare(body([userTurn(text)], { metadata: { user_id: 'u' } }), {
      attempt: { channel: { paramOverride, setting: {} } },
    })
    expect(sent).toBe(body([userTurn(text)], { metadata: { user_id: 'u', team: 'a' } }).replace(',"x_own":1', ''))
  })

  test('is unchanged, without mapping and overrides, if the operator sets that', () => {
    const attempt = {
      upstreamModel: 'mapped',
      channel: { paramOverride: { fields: { a: 1 }, operations: [] }, setting: {} },
    }
    expect(prepare(bare, { attempt })).toContain('mapped')
    expect(prepare(bare, { attempt, options: { 'global.pass_through_request_enabled': true } })).toBe(bare)
    expect(prepare(bare, { setting: { pass_through_body_enabled: true } })).toBe(bare)
  })
})
