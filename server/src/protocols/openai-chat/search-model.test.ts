import { expect, test } from 'bun:test'
import { parseOpenaiAnswer } from './parse-response.ts'
import { createOpenaiStreamMeter } from './stream-meter.ts'

const answer = (model: string) => ({
  model,
  choices: [{ index: 0, message: { content: 'Sunny.' }, delta: { content: 'Sunny.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
})
const readWhole = (model: string) => parseOpenaiAnswer(Buffer.from(JSON.stringify(answer(model))))?.usage
const readStreamed = (model: string) => {
  const meter = createOpenaiStreamMeter(() => {})
  meter.push(JSON.stringify(answer(model)))
  return meter.usage()
}

test('a model that always searches is charged one search', () => {
  for (const model of ['gpt-4o-search-preview-2025-03-11', 'gpt-4o-mini-search-preview', 'gpt-5-search-api']) {
    expect(readWhole(model)).toMatchObject({ webSearchCalls: 1, inputText: 9, outputText: 3 })
    expect(readStreamed(model)).toMatchObject({ webSearchCalls: 1 })
  }
})

test('other models are charged none', () => {
  for (const model of ['gpt-4o', 'research-preview', 'my-search-previews']) {
    expect(readWhole(model)).toMatchObject({ webSearchCalls: 0 })
    expect(readStreamed(model)).toMatchObject({ webSearchCalls: 0 })
  }
})

test('an answer without usage gets none', () => {
  expect(parseOpenaiAnswer(Buffer.from('{"model":"gpt-4o-search-preview"}'))?.usage).toBeNull()
})
