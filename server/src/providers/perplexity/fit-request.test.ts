import { describe, expect, test } from 'bun:test'
import { fitAgentRequest } from './fit-request.ts'

const fit = (body: Record<string, unknown>, upstreamModel = 'perplexity/sonar') =>
  fitAgentRequest({ input: 'hi', ...body }, { operation: 'chat', upstreamModel })

describe('a request for the Agent API', () => {
  test('replaces a model of Sonar by the model and preset of the API', () => {
    expect(fit({}, 'sonar').set).toMatchObject({ model: 'perplexity/sonar' })
    expect(fit({}, 'sonar').set).not.toHaveProperty('preset')
    expect(fit({}, 'sonar-pro').set).toMatchObject({ model: 'perplexity/sonar', preset: 'low' })
    expect(fit({}, 'sonar-reasoning-pro').set).toMatchObject({ preset: 'low' })
    expect(fit({}, 'sonar-deep-research').set).toMatchObject({ preset: 'medium' })
    // The caller's preset is kept.
    expect(fit({ preset: 'high' }, 'sonar-pro').set).not.toHaveProperty('preset')
    expect(fit({}, 'openai/gpt-5.1').set).toMatchObject({ model: 'openai/gpt-5.1' })
  })

  test('searches with Sonar, unless the call forbids tools or has its own search', () => {
    const search = { type: 'web_search' }
    const weather = { type: 'function', name: 'get_weather' }
    expect(fit({}).set.tools).toEqual([search])
    expect(fit({ tools: [weather] }).set.tools).toEqual([weather, search])
    expect(fit({ tool_choice: 'none' }).set).not.toHaveProperty('tools')
    expect(fit({ tools: [{ ...search, search_context_size: 'high' }] }).set).not.toHaveProperty('tools')
    expect(fit({}, 'openai/gpt-5.1').set).not.toHaveProperty('tools')
    expect(fit({ preset: 'low' }).set).not.toHaveProperty('tools')
  })

  test('holds only fields that the API knows', () => {
    const fitted = fit({
      include: ['reasoning.encrypted_content'],
      safety_identifier: 'u',
      service_tier: 'auto',
      reasoning: { effort: 'low', summary: 'auto' },
      store: false,
      temperature: 0.2,
    })
    expect(fitted.remove).toEqual(['include', 'safety_identifier', 'service_tier'])
    expect(fitted.lost).toEqual(['safety_identifier', 'service_tier'])
    expect(fitted.set.reasoning).toEqual({ effort: 'low' })
    expect(fit({ reasoning: { effort: 'none' } }).remove).toEqual(['reasoning'])
  })

  test('has the answer format and the function choice in the form of the API', () => {
    const schema = { type: 'object' }
    const format = { type: 'json_schema', name: 'answer', schema, strict: true }
    const fitted = fit({ text: { format }, tool_choice: { type: 'function', name: 'f' } })
    expect(fitted.set).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } },
      tool_choice: { name: 'f' },
    })
    expect(fitted.lost).toEqual([])
    expect(fit({ text: { format: { type: 'json_object' } } }).lost).toEqual(['text.format'])
  })

  test('has no reasoning in its input, and earlier answers as text', () => {
    const input = [
      {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_image', image_url: 'data:', detail: 'high' }],
      },
      { type: 'reasoning', summary: [] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'a', annotations: [] }] },
      { type: 'function_call_output', call_id: 'c', output: 'ok' },
    ]
    expect(fit({ input }).set.input).toEqual([
      { type: 'message', role: 'user', content: [{ type: 'input_image', image_url: 'data:' }] },
      { type: 'message', role: 'assistant', content: 'a' },
      { type: 'function_call_output', call_id: 'c', output: 'ok' },
    ])
  })

  test('limits the output of Anthropic’s models', () => {
    expect(fit({}, 'anthropic/claude-sonnet-4-5').set.max_output_tokens).toBe(8_192)
    expect(fit({ max_output_tokens: 5 }, 'anthropic/claude-sonnet-4-5').set).not.toHaveProperty('max_output_tokens')
  })
})
