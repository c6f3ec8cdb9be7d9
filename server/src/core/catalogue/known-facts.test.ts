import { expect, test } from 'bun:test'
import { modelFacts } from '@sluice/contract/model-facts'
import generated from './generated/model-facts.json' with { type: 'json' }
import { knownFactsOf } from './known-facts.ts'

test('a model has the facts of its name, whatever its case, its maker prefix and its release suffix', () => {
  const facts = knownFactsOf('gpt-4o')
  expect(facts).toMatchObject({ context_tokens: 128_000, output_modalities: ['text'] })
  expect(facts.abilities).toContain('vision')
  for (const name of ['GPT-4o', 'openai/gpt-4o', 'gpt-4o-latest']) expect(knownFactsOf(name)).toEqual(facts)
  expect(knownFactsOf('unknown-model')).toEqual({})
})

test('the generated facts fit the contract', () => {
  expect(Object.keys(generated.models).length).toBeGreaterThan(100)
  for (const facts of Object.values(generated.models)) expect(modelFacts.safeParse(facts).success).toBe(true)
})
