import { expect, test } from 'bun:test'
import { estimatePromptTokens, startPromptEstimate } from './estimate-prompt.ts'

test('a prompt that is counted in steps has the tokens of one that is counted at once', () => {
  const text = Array.from({ length: 200_000 }, (_, at) => ((at * 7_919) % 99_991).toString(36)).join(' ')
  const messages = [
    { role: 'user', content: 'short' },
    { role: 'user', content: text },
    { role: 'assistant', content: [{ type: 'text', text }] },
    { role: 'user', content: 'Where does the river run?' },
  ]
  const estimate = startPromptEstimate({ messages }, 'gpt-4o')
  let [steps, before] = [0, 0]
  while (!estimate.isWhole) {
    expect(estimate.tokens).toBeGreaterThanOrEqual(before)
    before = estimate.tokens
    estimate.step()
    steps++
  }
  expect(steps).toBe(Math.ceil((2 * text.length) / 262_144))
  expect(estimate.tokens).toBe(estimatePromptTokens({ messages }, 'gpt-4o'))
  expect(startPromptEstimate({ messages: messages.slice(0, 1) }, 'gpt-4o').isWhole).toBe(true)
})
