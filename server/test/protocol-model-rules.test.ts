import { expect, test } from 'bun:test'
import { modelRulesOf } from '../src/core/chat/model-rules.ts'
import { anthropicRulesOf } from '../src/protocols/anthropic-messages/model-rules.ts'
import { geminiModelRules } from '../src/protocols/gemini/model-rules.ts'
import { anthropicModels } from '../src/providers/anthropic/models.ts'
import { googleModels } from '../src/providers/google/models.ts'

// A Claude or Gemini is also reached through hosts that speak OpenAI's format: the rules must say the same there.

const older = [
  'claude-opus-4-1',
  'claude-opus-4',
  'claude-sonnet-4',
  'claude-3-7-sonnet-latest',
  'claude-3-5-haiku',
]

test.each([...anthropicModels, ...older])('%s is the same model in every format', (model) => {
  const rules = anthropicRulesOf(model)
  const general = modelRulesOf(model)
  expect(general).toMatchObject({ maxOutputTokens: rules.maxTokensMax })
  // Where thinking is a budget, no effort is ever sent.
  const efforts = rules.thinkingForm === 'budget' ? [] : [...rules.efforts]
  expect(general?.thinking?.efforts ?? []).toEqual(efforts)
  expect(general?.refuses.includes('temperature')).toBe(!rules.takesSampling)
  expect(general?.forcedTools === 'refused').toBe(!rules.takesForcedTools)
})

test.each([
  ...googleModels,
  'gemini-2.5-pro',
  'gemini-2.5-flash',
  'gemini-2.5-flash-lite',
  'gemini-3-pro-preview',
])('%s is the same model in every format', (model) => {
  const { thinking, takesSampling } = geminiModelRules(model)
  const general = modelRulesOf(model)
  if (thinking.kind === 'level') expect(general?.thinking?.efforts).toEqual([...thinking.levels])
  if (thinking.kind === 'budget') {
    expect(general?.thinking?.budget).toMatchObject({ min: thinking.min, max: thinking.max })
  }
  expect(general?.refuses.includes('temperature')).toBe(!takesSampling)
})
