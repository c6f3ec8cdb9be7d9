import { describe, expect, test } from 'bun:test'
import { fitChatFields } from './fit-fields.ts'

const body = {
  temperature: 0.2,
  top_p: 0.5,
  stop: ['x'],
  logit_bias: { 1: 2 },
  logprobs: true,
  max_tokens: 9,
}

describe('fitChatFields', () => {
  test('a model with sampling keeps every field', () => {
    expect(fitChatFields(body, 'gpt-4o-mini')).toEqual({})
  })

  test('a reasoning model has the renamed limit and no sampling', () => {
    const fields = fitChatFields(body, 'gpt-5')
    expect(fields).toMatchObject({ max_completion_tokens: 9 })
    expect(Object.keys(fields)).toEqual(
      expect.arrayContaining(['max_tokens', 'temperature', 'top_p', 'logit_bias', 'logprobs']),
    )
    expect(fields.temperature).toBeUndefined()
  })

  test('a limit under the new name stays', () => {
    const fields = fitChatFields({ max_tokens: 5, max_completion_tokens: 7 }, 'gpt-5')
    expect(fields).toEqual({ max_tokens: undefined })
  })

  test('defaults and absent settings change nothing', () => {
    expect(fitChatFields({ temperature: 1, top_p: 1, logprobs: false }, 'gpt-5')).toEqual({})
  })

  test('models of other makers are unchanged', () => {
    for (const model of ['claude-sonnet-4-5', 'gemini-2.5-pro', 'llama-3.3-70b'])
      expect(fitChatFields(body, model)).toEqual({})
  })
})
