import { describe, expect, test } from 'bun:test'
import { fitBody } from './fit-body.ts'

const call = { operation: 'chat', upstreamModel: 'glm-5.3' } as const

describe('a body for GLM', () => {
  test('keeps temperature and top_p inside the range', () => {
    expect(fitBody({ temperature: 1.5, top_p: 1 }, call).set).toEqual({ temperature: 0.99, top_p: 0.99 })
    expect(fitBody({ temperature: 0.7, top_p: 0.5 }, call).set).toEqual({})
  })

  test('turns sampling off at temperature 0', () => {
    expect(fitBody({ temperature: 0 }, call)).toEqual({
      set: { do_sample: false },
      remove: ['temperature'],
      lost: [],
    })
  })

  test('has one stop sequence, and reports the others as lost', () => {
    expect(fitBody({ stop: 'a' }, call)).toEqual({ set: { stop: ['a'] }, remove: [], lost: [] })
    expect(fitBody({ stop: ['a', 'b'] }, call)).toEqual({ set: { stop: ['a'] }, remove: [], lost: ['stop'] })
  })

  test('has the limit under its older name', () => {
    expect(fitBody({ max_completion_tokens: 5 }, call)).toEqual({
      set: { max_tokens: 5 },
      remove: ['max_completion_tokens'],
      lost: [],
    })
  })

  test('omits refused fields', () => {
    const refused = { seed: 1, n: 2, logit_bias: {}, presence_penalty: 1, tool_choice: 'required' }
    expect(fitBody(refused, call).lost).toEqual(Object.keys(refused))
    expect(fitBody({ tool_choice: 'auto' }, call).lost).toEqual([])
  })
})
