import { describe, expect, test } from 'bun:test'
import { jsonInstruction } from '../core/chat/json-instruction.ts'
import type { Body } from './fit-body.ts'
import { hostOf } from './host-of.ts'
import { providers } from './index.ts'
import { extensionsFor, families, familyOf, fitForOpenai } from './model-families.ts'

function hostAt(id: string, baseUrl: string | null = null) {
  const provider = providers.find((candidate) => candidate.id === id)
  if (!provider) throw new Error(id)
  return hostOf(provider, { baseUrl })
}
const relay = 'https://relay.example/v1/chat/completions'
const fit = (body: Body, upstreamModel: string, host = hostAt('custom', relay)) =>
  fitForOpenai(host, () => body, { operation: 'chat', upstreamModel })

describe('the table of families', () => {
  test.each(families.flatMap((family) => family.names.split(', ').map((name) => [name, family] as const)))(
    'has %s in its own line, with a publisher too',
    (name, family) => {
      expect(familyOf(name)).toBe(family)
      expect(familyOf(`publisher/${name}`)).toBe(family)
    },
  )

  test('has none of the models of OpenAI, Anthropic and Google', () => {
    for (const model of ['gpt-5.1', 'o3', 'claude-opus-4-6', 'gemini-3-pro-preview', 'chat-latest', 'my-model'])
      expect(familyOf(model)).toBeNull()
  })
})

describe('what a maker refuses does not go to a channel of any type', () => {
  const body = { temperature: 0.2, top_p: 0.9, logprobs: true, stop: ['x'], presence_penalty: 1, max_tokens: 5 }

  test.each([
    ['deepseek-v4-pro', ['temperature', 'top_p', 'logprobs', 'presence_penalty']],
    ['kimi-k2.6', ['temperature']],
    ['kimi-k3', ['temperature']],
    ['grok-4.6', ['stop', 'presence_penalty']],
    ['grok-build-0.1', ['stop', 'presence_penalty']],
    ['grok-4.20-non-reasoning', []],
    ['grok-3', []],
    ['moonshot-v1-8k', []],
    ['glm-5.2', []],
  ])('%s', (model, lost) => {
    expect(fit(body, model)?.lost).toEqual(lost)
    expect(fit(body, model, hostAt('openai', relay))?.lost).toEqual(lost)
  })

  test('without thinking, DeepSeek’s models take sampling', () => {
    const off = { ...body, thinking: { type: 'disabled' } }
    expect(fit(off, 'deepseek-v4-pro')).toEqual({ set: {}, remove: [], lost: [] })
  })

  test.each([
    ['deepseek-v4-pro', 'minimal', 'low'],
    ['deepseek-v4-pro', 'medium', 'high'],
    ['kimi-k3', 'xhigh', 'max'],
    ['grok-4.6', 'max', 'high'],
    ['doubao-seed-2-0-pro', 'xhigh', 'high'],
  ])('%s: the effort %s is sent as %s', (model, requested, sent) => {
    expect(fit({ reasoning_effort: requested }, model)?.set).toEqual({ reasoning_effort: sent })
  })

  test('efforts that a model has pass unchanged', () => {
    for (const effort of ['low', 'high', 'max'])
      expect(fit({ reasoning_effort: effort }, 'deepseek-v4-pro')?.set).toEqual({})
  })

  test.each(['deepseek-v4-pro', 'kimi-k2.6', 'glm-5.2', 'doubao-seed-2-0-pro'])(
    '%s: no thinking has a field of its own',
    (model) => {
      expect(fit({ reasoning_effort: 'none' }, model)).toEqual({
        set: { thinking: { type: 'disabled' } },
        remove: ['reasoning_effort'],
        lost: [],
      })
    },
  )

  test('hosts that run the weights take what the maker refuses', () => {
    expect(fit(body, 'kimi-k2.6', hostAt('siliconflow'))?.lost).toEqual([])
    expect(fit(body, 'moonshotai/Kimi-K2.6')?.lost).toEqual([])
  })

  test('unknown names at a maker’s own host follow its family', () => {
    expect(fit(body, 'my-alias', hostAt('deepseek'))?.lost).toContain('temperature')
    expect(fit(body, 'my-alias')).toBeNull()
  })
})

describe('the host at the address', () => {
  test('of a channel of any type has the rules of its own type', () => {
    expect(hostAt('custom', 'https://open.bigmodel.cn/api/paas/v4/chat/completions').provider.id).toBe('glm')
    expect(hostAt('openai', 'https://api.z.ai/api/paas/v4').provider.id).toBe('glm')
    expect(hostAt('custom', relay).provider.id).toBe('custom')
    const glm = hostAt('custom', 'https://open.bigmodel.cn/api/paas/v4/chat/completions')
    expect(fit({ temperature: 2, seed: 1, max_completion_tokens: 5 }, 'glm-5.2', glm)).toMatchObject({
      set: { temperature: 0.99, max_tokens: 5 },
      lost: ['seed'],
    })
  })

  test('decides the field of the reasoning', () => {
    expect(extensionsFor(hostAt('custom', relay), 'deepseek-v4-pro')).toEqual({
      reasoning: 'text',
      reasoningField: 'reasoning_content',
      needsReasoning: true,
    })
    const groq = hostAt('openai', 'https://api.groq.com/openai')
    expect(extensionsFor(groq, 'openai/gpt-oss-120b')).toEqual({ reasoning: 'text', reasoningField: 'reasoning' })
    const messages = [{ role: 'assistant', content: 'a', reasoning_content: 'b' }]
    expect(fit({ messages }, 'openai/gpt-oss-120b', groq)?.set).toEqual({
      messages: [{ role: 'assistant', content: 'a', reasoning: 'b' }],
    })
  })

  test('of Groq gets functions, and a format of the answer beside them as an instruction', () => {
    const groq = hostAt('openai', 'https://api.groq.com/openai')
    const user = { role: 'user', content: 'x' }
    const tools = [{ type: 'function', function: { name: 'f' } }]
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    const formats = [{ type: 'json_object' }, { type: 'json_schema', json_schema: { name: 's', schema } }]
    for (const model of ['llama-3.3-70b-versatile', 'openai/gpt-oss-120b', 'deepseek-v4-pro'])
      for (const response_format of formats) {
        const content = jsonInstruction(
          response_format.type === 'json_object' ? { kind: 'json' } : { kind: 'json_schema', schema },
        )
        const messages = [{ role: 'system', content: 's' }, { role: 'system', content }, user]
        const given = { messages: [{ role: 'system', content: 's' }, user], response_format }
        expect(fit({ ...given, tools }, model, groq)).toMatchObject({ set: { messages }, remove: ['response_format'] })
        expect(fit({ ...given, functions: [{ name: 'f' }] }, model, groq)?.remove).toEqual(['response_format'])
        for (const more of [{}, { tools: [] }]) expect(fit({ ...given, ...more }, model, groq)?.remove).toEqual([])
        expect(fit({ ...given, tools }, model, hostAt('custom', relay))?.remove ?? []).toEqual([])
      }
    const plain = { messages: [user], tools, response_format: { type: 'text' } }
    expect(fit(plain, 'llama-3.3-70b-versatile', groq)).toMatchObject({ set: {}, remove: [] })
  })

  test('at OpenAI’s addresses no reasoning is sent, whatever the model is called', () => {
    const official: (string | null)[] = [null, 'https://api.openai.com', 'https://eu.api.openai.com']
    for (const url of official) {
      expect(extensionsFor(hostAt('openai', url), 'deepseek-v4-pro')).toEqual({})
      expect(
        fit({ messages: [{ role: 'assistant', reasoning: 'b' }] }, 'deepseek-v4-pro', hostAt('openai', url))?.set,
      ).toEqual({})
    }
    expect(extensionsFor(hostAt('custom', 'https://api.openai.com/v1/chat/completions'), 'kimi-k2.6')).toEqual({})
    expect(extensionsFor(hostAt('custom', relay), 'gpt-5.1')).toEqual({})
  })

  test('of OpenRouter takes reasoning with its state', () => {
    expect(extensionsFor(hostAt('openrouter'), 'deepseek/deepseek-v4-pro').reasoning).toBe('details')
    const messages = [{ role: 'assistant', reasoning: 'b' }]
    expect(fit({ messages }, 'deepseek/deepseek-v4-pro', hostAt('openrouter'))?.set).toEqual({})
  })
})
