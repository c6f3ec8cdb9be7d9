import { expect, test } from 'bun:test'
import { vendorOf } from '@sluice/contract/vendor-of'
import { colorDistance, visibleDistance } from './color-distance.ts'
import { modelSteps } from './model-steps.ts'
import { vendorColor } from './vendor-color.ts'

test('models of one maker have different steps; other makers do not change them', () => {
  const known = new Map<string, Map<string, number>>()
  const alone = modelSteps(['gpt-4o', 'gpt-4o-mini', 'o3'], known)
  expect(new Set(alone.values()).size).toBe(3)
  const beside = modelSteps(['claude-sonnet-4-5', 'o3', 'gemini-2.5-pro', 'gpt-4o'], known)
  expect(beside.get('gpt-4o')).toBe(alone.get('gpt-4o') ?? -1)
  expect(beside.get('o3')).toBe(alone.get('o3') ?? -1)
})

const models = [
  ['gemini-2.5-pro', 'llama-4-maverick', 'deepseek-v3.2', 'qwen3-max', 'gpt-5.4', 'doubao-seed-1.6', 'kimi-k2'],
  ['claude-sonnet-4-6', 'mistral-large-3', 'grok-4', 'glm-4.6', 'MiniMax-M2', 'claude-opus-4-6', 'gpt-5.4-mini'],
  ['gpt-5.4', 'gpt-5.4-mini', 'gpt-4o', 'o3', 'doubao-seed-1.6', 'gemini-2.5-flash', 'llama-4-scout'],
  ['deepseek-chat', 'gemini-2.5-pro', 'gemini-2.5-flash', 'llama-4-scout', 'hunyuan-t1', 'ernie-5', 'kimi-k2'],
]

/** Of all others: makers have more models than there are lightnesses. */
const seenDistance = 0.035

test('all models of a chart have distinct colours, neighbours most of all, in both themes, also after other charts', () => {
  expect(colorDistance('#000000', '#ffffff')).toBeCloseTo(1)
  const known = new Map<string, Map<string, number>>()
  for (const names of [...models, ...models.toReversed()]) {
    const steps = modelSteps(names, known)
    for (const mode of ['light', 'dark'] as const) {
      const colors = names.map((name) => vendorColor(vendorOf(name), mode, steps.get(name)))
      for (const [index, color] of colors.entries())
        for (const [other, beside] of colors.slice(0, index).entries()) {
          const least = index - other === 1 ? visibleDistance : seenDistance
          const pair = `${names[index]} and ${names[other]}, ${mode}`
          expect(colorDistance(color, beside), pair).toBeGreaterThanOrEqual(least)
        }
    }
  }
})
