import { describe, expect, test } from 'bun:test'
import { fitBody } from './fit-body.ts'

const call = { operation: 'chat', upstreamModel: 'mistral-large-latest' } as const

describe('a body for Mistral', () => {
  test('has the host’s names for seed and limit', () => {
    const { set, remove, lost } = fitBody({ seed: 7, max_completion_tokens: 9 }, call)
    expect(set).toEqual({ random_seed: 7, max_tokens: 9 })
    expect(remove).toEqual(['seed', 'max_completion_tokens'])
    expect(lost).toEqual([])
  })

  test('omits refused fields; a usage request is dropped without a report', () => {
    const refused = {
      logprobs: true,
      logit_bias: {},
      user: 'u',
      store: true,
      stream_options: { include_usage: true },
    }
    const { lost, remove } = fitBody(refused, call)
    expect(lost).toEqual(['logprobs', 'logit_bias', 'user', 'store'])
    expect(remove).toContain('stream_options')
  })

  test('of streamed speech has the default format for null, and reports no null as lost', () => {
    const empty = { response_format: null, speed: null, instructions: null, stream_format: 'sse' }
    const { set, lost } = fitBody(empty, { ...call, operation: 'speech' })
    expect([set, lost]).toEqual([{ stream: true, response_format: 'mp3' }, []])
  })

  test('replaces required by any, and keeps the temperature below 1.5', () => {
    expect(fitBody({ tool_choice: 'required', temperature: 2 }, call).set).toEqual({
      tool_choice: 'any',
      temperature: 1.5,
    })
    expect(fitBody({ tool_choice: 'auto', temperature: 1 }, call).set).toEqual({})
  })

  test('has short ids of tool calls, the same for a call and its result', () => {
    const messages = [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'call_0123456789abcdef', type: 'function', function: { name: 'f' } }],
      },
      { role: 'tool', tool_call_id: 'call_0123456789abcdef', content: 'ok' },
    ]
    const sent = fitBody({ messages }, call).set.messages as typeof messages
    const id = sent[1]?.tool_calls?.[0]?.id ?? ''
    expect(id).toMatch(/^[A-Za-z0-9]{9}$/)
    expect(sent[2]?.tool_call_id).toBe(id)
    expect(sent[0]).toEqual(messages[0])
  })

  test('keeps valid ids, and leaves other calls unchanged', () => {
    const valid = [{ role: 'tool', tool_call_id: 'D681PevKs', content: 'ok' }]
    expect(fitBody({ messages: valid }, call).set).toEqual({})
    const two = ['call_1', 'call_2'].map((id) => ({ role: 'tool', tool_call_id: id, content: '' }))
    const sent = fitBody({ messages: two }, call).set.messages as typeof two
    expect(new Set(sent.map((message) => message.tool_call_id)).size).toBe(2)
  })
})
