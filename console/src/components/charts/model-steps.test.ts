import { expect, test } from 'bun:test'
import { modelSteps } from './model-steps.ts'

test('models of one maker have different steps; other makers do not change them', () => {
  const known = new Map<string, Map<string, number>>()
  const alone = modelSteps(['gpt-4o', 'gpt-4o-mini', 'o3'], known)
  expect(new Set(alone.values()).size).toBe(3)
  const beside = modelSteps(['claude-sonnet-4-5', 'o3', 'gemini-2.5-pro', 'gpt-4o'], known)
  expect(beside.get('gpt-4o')).toBe(alone.get('gpt-4o') ?? -1)
  expect(beside.get('o3')).toBe(alone.get('o3') ?? -1)
})
