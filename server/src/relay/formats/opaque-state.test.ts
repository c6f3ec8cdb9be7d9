import { describe, expect, test } from 'bun:test'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { Part } from '../../core/chat/content.ts'
import { markEvent, markResponse, mayHoldForeignState, ownState, withOwnState, withoutState } from './opaque-state.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const requestWith = (parts: Part[]): ChatRequest => ({
  model: 'm',
  isStream: false,
  wantsUsage: false,
  messages: [{ role: 'assistant', parts }],
})
const thought = (signature: string): Part => ({ kind: 'reasoning', text: 'hm', signature })
const readParts = ({ messages }: ChatRequest) => messages.flatMap(({ parts }) => parts)

describe('opaque state, valid only at its origin', () => {
  test('returns unchanged to its origin, and reaches no other upstream', () => {
    const marked = markEvent({ kind: 'reasoning_signature', choice: 0, signature: 'c2ln' }, 'anthropic')
    const { signature } = marked as { signature: string }
    expect(signature).not.toBe('c2ln')
    expect(ownState(signature, 'openai', 'anthropic')).toBe('c2ln')
    expect(ownState(signature, 'openai', 'gemini')).toBeUndefined()
    expect(ownState(signature, 'anthropic', 'anthropic')).toBe('c2ln')
  })

  test('keeps base64 in whole groups of four', () => {
    for (const origin of ['openai', 'responses', 'anthropic', 'gemini'] as const) {
      const marked = markEvent({ kind: 'reasoning_redacted', choice: 0, data: 'AAAA' }, origin)
      expect((marked as { data: string }).data).toMatch(/^(?:[A-Za-z0-9+/]{4})+$/)
    }
  })

  test('is marked in a whole answer as in a stream', () => {
    const response = markResponse(
      { choices: [{ parts: [thought('c2ln')] }] } as unknown as Parameters<typeof markResponse>[0],
      'gemini',
    )
    const [part] = response.choices[0]?.parts ?? []
    expect(ownState((part as { signature: string }).signature, 'anthropic', 'gemini')).toBe('c2ln')
  })

  test('without a mark belongs to upstreams of the client’s own format', () => {
    expect(ownState('c2ln', 'anthropic', 'anthropic')).toBe('c2ln')
    expect(ownState('c2ln', 'anthropic', 'gemini')).toBeUndefined()
  })

  test('is removed from a request to another upstream, with thoughts that hold nothing else', () => {
    const redacted: Part = { kind: 'reasoning', text: '', redacted: 'b3BhcXVl' }
    const call: Part = { kind: 'tool_call', id: '1', name: 'look', arguments: '{}', signature: 'c2ln' }
    const request = requestWith([thought('c2ln'), redacted, call])
    expect(readParts(withOwnState(request, 'anthropic', 'anthropic'))).toEqual(readParts(request))
    const stripped: Part[] = [
      { kind: 'reasoning', text: 'hm' },
      { kind: 'tool_call', id: '1', name: 'look', arguments: '{}' },
    ]
    expect(readParts(withOwnState(request, 'anthropic', 'gemini'))).toEqual(stripped)
    expect(readParts(withoutState(request))).toEqual(stripped)
  })

  test('is searched only in bodies that may hold it', () => {
    expect(mayHoldForeignState(encode('{"signature":"sluiceGeminic2ln"}'), 'openai')).toBeTrue()
    expect(mayHoldForeignState(encode('{"signature":""}'), 'anthropic')).toBeTrue()
    expect(mayHoldForeignState(encode('{"signature":""}'), 'openai')).toBeFalse()
    expect(mayHoldForeignState(encode('{"text":"open the sluice"}'), 'openai')).toBeFalse()
  })
})
