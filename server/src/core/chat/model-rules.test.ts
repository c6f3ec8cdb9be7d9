import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { applyModelRules } from './apply-model-rules.ts'
import type { ChatRequest, Thinking } from './chat-request.ts'
import type { Message } from './content.ts'
import type { ModelRules } from './model-rules.ts'
import { isThinkingModel, modelRulesOf, rulesInAnthropic, rulesInGemini } from './model-rules-of.ts'
import { claudeModels, geminiModels, openaiModels } from './model-table.ts'
import { parseModelSuffix } from './parse-model-suffix.ts'
import { arbitraryRequest } from './test-arbitraries.ts'

const user: Message = { role: 'user', parts: [{ kind: 'text', text: 'hi' }] }
const fit = (model: string, more: Partial<ChatRequest> = {}) =>
  applyModelRules({ model, messages: [user], isStream: false, wantsUsage: false, ...more }, modelRulesOf(model))
const effort = (name: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'): Thinking => ({
  kind: 'effort',
  effort: name,
})
const budget = (tokens: number): Thinking => ({ kind: 'budget', tokens })
const tools = [{ name: 'f' }]

describe('modelRulesOf', () => {
  test.each([
    ['gpt-4o-mini', 16_384, 'max_tokens'],
    ['gpt-4', 8_192, 'max_tokens'],
    ['gpt-4.1-nano', 32_768, 'max_tokens'],
    ['openai/gpt-5-mini', 128_000, 'max_completion_tokens'],
    ['o3-mini', 100_000, 'max_completion_tokens'],
    ['claude-opus-4-20250514', 32_000, 'max_tokens'],
    ['claude-opus-4-1-20250805', 32_000, 'max_tokens'],
    ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 64_000, 'max_tokens'],
    ['claude-sonnet-4@20250514', 64_000, 'max_tokens'],
    ['anthropic/claude-opus-4.6', 128_000, 'max_tokens'],
    ['claude-3-7-sonnet-latest', 64_000, 'max_tokens'],
    ['claude-3-haiku-20240307', 4_096, 'max_tokens'],
    ['models/gemini-2.0-flash', 8_192, 'max_tokens'],
    ['gemini-3.8-flash', 65_536, 'max_tokens'],
  ])('%s writes at most %i tokens, with the limit in %s', (model, maxOutputTokens, field) => {
    expect(modelRulesOf(model)).toMatchObject({ maxOutputTokens, maxTokensField: field })
  })
  const makers = { openaiModels, claudeModels, geminiModels }
  test.each(Object.entries(makers))('%s: every row is found by its example names', (_maker, rows) => {
    for (const { names, rules } of rows)
      for (const name of names.split(', ')) expect([name, modelRulesOf(name)]).toEqual([name, rules])
  })
  test('reads the version of a Claude in every spelling', () => {
    for (const name of [
      'claude-opus-4-5-20251101',
      'anthropic.claude-opus-4-5-20251101-v1:0',
      'claude-opus-4-5@20251101',
      'us.anthropic.claude-opus-4.5',
    ])
      expect(modelRulesOf(name)).toEqual(modelRulesOf('claude-opus-4-5'))
    expect(modelRulesOf('claude-opus-5-20260801')).toEqual(modelRulesOf('claude-opus-5'))
    expect(modelRulesOf('claude-opus-4-0')).toEqual(modelRulesOf('claude-opus-4'))
  })
  test('an unknown Claude gets the newest rules', () => {
    for (const name of ['claude-sonnet-7', 'claude-opus-latest', 'claude-next', 'claude-opus-4-9'])
      expect(modelRulesOf(name)).toMatchObject({ forcedTools: 'refused', maxOutputTokens: null })
  })
  test('other makers’ models behind a format get the rules of its older form', () => {
    expect(rulesInAnthropic('glm-4.6')).toMatchObject({ refuses: [], thinking: { forms: ['budget'] } })
    expect(rulesInAnthropic('gpt-5')).toEqual(rulesInAnthropic('glm-4.6'))
    expect(rulesInAnthropic('anthropic/claude-opus-5')).toEqual(modelRulesOf('claude-opus-5') as ModelRules)
    expect(rulesInGemini('learnlm-2')).toMatchObject({ thinking: null, schemas: 'cleaned' })
  })
  test('thinking models of any maker are recognised', () => {
    const thinkers = ['o3', 'claude-sonnet-4-5', 'gemini-2.5-pro', 'deepseek-reasoner', 'kimi-k2-thinking']
    expect(thinkers.filter((name) => !isThinkingModel(name))).toEqual([])
    expect(['gpt-4o', 'claude-3-5-haiku', 'gemini-2.0-flash', 'qwen-max'].filter(isThinkingModel)).toEqual([])
  })
  test('other models have no rules', () => {
    for (const model of ['qwen-max', 'deepseek-v4-pro', 'gpt-oss-120b', 'grok-4.5', 'text-embedding-3-small'])
      expect(modelRulesOf(model)).toBeNull()
    const request = {
      model: 'qwen-max',
      messages: [user],
      isStream: true,
      wantsUsage: false,
      temperature: 2,
      topK: 1,
    }
    expect(applyModelRules(request, null)).toEqual(request)
  })
})

describe('thinking', () => {
  test.each<[string, Thinking, Thinking | undefined]>([
    ['gpt-4o', effort('high'), undefined],
    ['o3', effort('xhigh'), { kind: 'effort', effort: 'high' }],
    ['gpt-5', { kind: 'off' }, { kind: 'effort', effort: 'minimal', isShown: false }],
    ['gpt-5.1', effort('minimal'), { kind: 'effort', effort: 'low' }],
    ['gpt-5.1', effort('none'), { kind: 'off' }],
    ['gpt-5.4', budget(5000), { kind: 'effort', effort: 'medium' }],
    ['gpt-6.1-sol', { kind: 'off' }, { kind: 'effort', effort: 'low', isShown: false }],
    ['gpt-6-sol', effort('max'), { kind: 'effort', effort: 'max' }],
    ['gpt-5-pro', effort('low'), { kind: 'effort', effort: 'high' }],
    ['claude-opus-5-5', { kind: 'off' }, { kind: 'adaptive', effort: 'low', isShown: false }],
    ['claude-sonnet-5-5', { kind: 'off' }, { kind: 'off' }],
    ['claude-opus-5', { kind: 'off' }, { kind: 'off' }],
    ['claude-fable-5-1', budget(20_000), { kind: 'adaptive', effort: 'high', isShown: true }],
    ['claude-opus-4-7', effort('xhigh'), { kind: 'adaptive', effort: 'xhigh', isShown: true }],
    ['claude-opus-4-6', effort('xhigh'), { kind: 'adaptive', effort: 'max', isShown: true }],
    ['claude-opus-4-6', budget(2000), { kind: 'budget', tokens: 2000 }],
    ['claude-sonnet-4-5', effort('medium'), { kind: 'budget', tokens: 4096 }],
    ['claude-sonnet-4-5', effort('minimal'), { kind: 'budget', tokens: 1024 }],
    ['claude-sonnet-4-5', { kind: 'adaptive', isShown: true }, { kind: 'budget', tokens: 6553, isShown: true }],
    ['gemini-2.5-pro', { kind: 'off' }, { kind: 'budget', tokens: 128, isShown: false }],
    ['gemini-2.5-flash', { kind: 'off' }, { kind: 'off' }],
    ['gemini-2.5-flash', effort('high'), { kind: 'budget', tokens: 24_576 }],
    ['gemini-2.5-flash', { kind: 'adaptive' }, { kind: 'budget', tokens: -1 }],
    ['gemini-2.5-flash-lite', budget(10), { kind: 'budget', tokens: 512 }],
    ['gemini-3-pro-preview', effort('medium'), { kind: 'effort', effort: 'high' }],
    ['gemini-3.7-flash', effort('minimal'), { kind: 'effort', effort: 'low' }],
    ['gemini-3.5-flash', { kind: 'off' }, { kind: 'effort', effort: 'minimal', isShown: false }],
    ['gemini-3.8-flash', budget(-1), { kind: 'adaptive' }],
    ['gemini-3-pro-image', effort('high'), undefined],
  ])('%s turns %j into %j', (model, requested, sent) => {
    expect(fit(model, { thinking: requested }).thinking).toEqual(sent)
  })
  test('is left to the model by default', () => {
    expect(fit('claude-opus-5-5')).not.toHaveProperty('thinking')
  })
  test('a budget leaves room for the answer', () => {
    expect(fit('claude-sonnet-4-5', { thinking: budget(1024), maxOutputTokens: 500 })).toMatchObject({
      thinking: { tokens: 1024 },
      maxOutputTokens: 1524,
    })
    const most = fit('claude-opus-4-1', { thinking: budget(100_000), maxOutputTokens: 1000 })
    expect(most).toMatchObject({ thinking: { tokens: 31_999 }, maxOutputTokens: 32_000 })
  })
  test('is disabled in favour of tools where a model does not accept both', () => {
    expect(fit('gpt-6-sol', { tools, thinking: effort('high') }).thinking).toEqual({ kind: 'off' })
    expect(fit('gpt-6-sol', { tools }).thinking).toEqual({ kind: 'off' })
    expect(fit('gpt-6-astra', { tools })).not.toHaveProperty('thinking')
    expect(fit('gpt-5.1', { tools, thinking: effort('high') }).thinking).toEqual(effort('high'))
  })
})

describe('applyModelRules', () => {
  const all = { temperature: 0.5, topP: 0.9, topK: 3, stop: ['x'], presencePenalty: 1, frequencyPenalty: 1 }
  const keptSettings = (model: string, more: Partial<ChatRequest> = {}) => {
    const fitted = fit(model, { ...all, ...more })
    return Object.keys(all).filter((setting) => setting in fitted)
  }
  test('removes what the model refuses', () => {
    expect(keptSettings('gpt-4o')).toEqual(['temperature', 'topP', 'stop', 'presencePenalty', 'frequencyPenalty'])
    expect(keptSettings('o3')).toEqual([])
    expect(keptSettings('gpt-5')).toEqual([])
    expect(keptSettings('gpt-5.1')).toEqual(['temperature', 'topP', 'presencePenalty', 'frequencyPenalty'])
    expect(keptSettings('gpt-5.1', { thinking: effort('low') })).toEqual([])
    expect(keptSettings('claude-opus-5')).toEqual(['stop', 'presencePenalty', 'frequencyPenalty'])
    expect(keptSettings('claude-haiku-4-5')).toEqual([
      'temperature',
      'topK',
      'stop',
      'presencePenalty',
      'frequencyPenalty',
    ])
    expect(keptSettings('claude-haiku-4-5', { thinking: budget(2000) })).toEqual([
      'stop',
      'presencePenalty',
      'frequencyPenalty',
    ])
    expect(keptSettings('gemini-3.1-pro-preview')).toEqual(Object.keys(all))
    expect(keptSettings('gemini-3.5-flash')).toEqual(['stop', 'presencePenalty', 'frequencyPenalty'])
  })
  test('temperature 0 is kept; above the maximum it becomes the maximum', () => {
    expect(fit('claude-haiku-4-5', { temperature: 0 }).temperature).toBe(0)
    expect(fit('claude-haiku-4-5', { temperature: 1.7 }).temperature).toBe(1)
  })
  test('sets an output limit for Anthropic models, and none for others', () => {
    expect(fit('claude-opus-5').maxOutputTokens).toBe(8192)
    expect(fit('claude-3-haiku-20240307', { maxOutputTokens: 9000 }).maxOutputTokens).toBe(4096)
    expect(fit('gpt-4o')).not.toHaveProperty('maxOutputTokens')
  })
  test('a tool that cannot be forced is requested in the prompt', () => {
    const named = { tools, toolChoice: { kind: 'named', name: 'f' } } as const
    const adjusted = fit('claude-opus-5-5', { ...named, messages: [{ role: 'system', parts: [] }, user] })
    expect(adjusted.toolChoice).toEqual({ kind: 'auto' })
    expect(adjusted.messages.map((message) => message.role)).toEqual(['system', 'system', 'user'])
    expect(JSON.stringify(adjusted.messages[1])).toContain('the tool f')
    expect(fit('claude-haiku-4-5', named).toolChoice).toEqual(named.toolChoice)
    expect(fit('claude-haiku-4-5', { ...named, thinking: budget(2000) }).toolChoice).toEqual({ kind: 'auto' })
  })
  test('an answer prefix that cannot be continued is requested in the prompt', () => {
    const messages: Message[] = [user, { role: 'assistant', parts: [{ kind: 'text', text: '{' }] }]
    expect(fit('claude-opus-5', { messages }).messages.at(-1)?.role).toBe('user')
    expect(fit('claude-haiku-4-5', { messages }).messages).toEqual(messages)
    expect(fit('claude-haiku-4-5', { messages, thinking: budget(2000) }).messages).toHaveLength(3)
  })
  test('does not change its input, and has no effect when applied twice', () => {
    const models = fc.constantFrom(
      'gpt-4o',
      'gpt-5',
      'gpt-6-sol',
      'claude-opus-5-5',
      'claude-opus-4-6',
      'claude-sonnet-4-5',
      'gemini-2.5-pro',
      'gemini-3.8-flash',
    )
    const requests = arbitraryRequest({
      settings: ['maxOutputTokens', 'temperature', 'topP', 'topK', 'stop', 'presencePenalty'],
      thinking: ['effort', 'budget', 'adaptive', 'off'],
    })
    fc.assert(
      fc.property(models, requests, (model, request) => {
        const before = structuredClone(request)
        const once = applyModelRules(request, modelRulesOf(model))
        expect(request).toEqual(before)
        expect(applyModelRules(once, modelRulesOf(model))).toEqual(once)
      }),
    )
  })
})

describe('parseModelSuffix', () => {
  test.each([
    ['claude-opus-4-5-thinking', 'claude-opus-4-5', { kind: 'adaptive', isShown: true }],
    ['gemini-2.5-flash-thinking-8192', 'gemini-2.5-flash', { kind: 'budget', tokens: 8192, isShown: true }],
    ['gemini-2.5-flash-nothinking', 'gemini-2.5-flash', { kind: 'off' }],
    ['gpt-5.1-none', 'gpt-5.1', { kind: 'off' }],
    ['o3-xhigh', 'o3', { kind: 'effort', effort: 'xhigh', isShown: true }],
  ])('%s means %s with thinking %j', (model, base, thinking) => {
    expect(parseModelSuffix(model)).toEqual({ base, thinking } as never)
  })
  test('other names are not split', () => {
    for (const model of ['gpt-4o', 'high', '-high', 'gpt-4o-highest', '']) expect(parseModelSuffix(model)).toBeNull()
  })
})
