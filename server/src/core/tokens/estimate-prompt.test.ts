import { expect, test } from 'bun:test'
import { countPromptTokens } from './count-tokens.ts'
import { estimatePromptTokens, startPromptEstimate } from './estimate-prompt.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { PromptSampler } from './prompt-sampler.ts'

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
  expect(estimate.tokens).toBe(countPromptTokens({ messages }, 'gpt-4o', estimateTokens))
  expect(startPromptEstimate({ messages: messages.slice(0, 1) }, 'gpt-4o').isWhole).toBe(true)
})

const prose = 'The river runs to the sea and passes two towns. '
const source = 'if (total < 0) throw new RangeError("never below zero")\n'
const chinese = '河流向大海奔去，没有人问它为什么。'
const digits = '3.14159265358979, '

test.each<[string, string[]]>([
  ['prose', [prose.repeat(10_000)]],
  ['source code of many files', Array.from({ length: 400 }, (_, at) => source.repeat(1 + (at % 30)))],
  ['prose, then Chinese, then numbers', [prose.repeat(4_000), chinese.repeat(8_000), digits.repeat(9_000)]],
  ['little more than what is all counted', [digits.repeat(456), chinese.repeat(20)]],
])('samples estimate %s like all of it', (_name, texts) => {
  const sampler = new PromptSampler()
  for (const text of texts) sampler.add(text)
  const all = estimateTokens(texts.join(''))
  expect(Math.abs(sampler.tokens() / all - 1)).toBeLessThan(0.1)
})

test('a prompt up to 8 192 characters is all counted', () => {
  const text = `${prose.repeat(40)}${chinese.repeat(60)}${digits.repeat(250)}`
  expect(text.length).toBeLessThan(8_192)
  const messages = [{ role: 'user', content: text }]
  expect(estimatePromptTokens({ messages })).toBe(7 + estimateTokens(text))
})

test('samples do not depend on how the prompt is divided', () => {
  const text = `${prose.repeat(2_000)}${chinese.repeat(9_000)}${source.repeat(3_000)}`
  const tokensBy = (length: number) => {
    const sampler = new PromptSampler(() => 0.4)
    sampler.add(text.slice(0, 8_192))
    for (let at = 8_192; at < text.length; at += length) sampler.add(text.slice(at, at + length))
    return sampler.tokens()
  }
  expect([1, 700, 4_096, 99_991].map(tokensBy)).toEqual(Array(4).fill(tokensBy(text.length)))
})

test.each<[string, string, number]>([
  ['tabs and spaces by turns', '\t ', 1],
  ['tabs', '\t', 1 / 16],
  ['spaces', ' ', 1 / 125],
  ['line ends', '\r\n', 1 / 4],
  ['second halves of pairs', '\udc00', 1 / 8],
])('a prompt of nothing but %s has at least the tokens that o200k counts', (_name, unit, tokens) => {
  expect(estimateTokens(unit.repeat(100_000))).toBeGreaterThan(100_000 * tokens)
})
