import { expect, test } from 'bun:test'
import { parseOpenaiAnswer } from './parse-response.ts'
import { parseOpenaiUsage } from './parse-usage.ts'

test('Deep Research counts pages as input, its reasoning separately, and its queries', () => {
  const usage = {
    prompt_tokens: 33,
    completion_tokens: 7_163,
    total_tokens: 7_196,
    citation_tokens: 20_016,
    num_search_queries: 18,
    reasoning_tokens: 73_997,
  }
  expect(parseOpenaiUsage(usage)).toMatchObject({
    inputText: 20_049,
    outputText: 7_163,
    outputReasoning: 73_997,
    reasoning: 73_997,
    webSearchCalls: 18,
  })
})

test('other search models charge a request by the size of its context, and may omit fields', () => {
  const usage = { prompt_tokens: 14, completion_tokens: 200, total_tokens: 214 }
  for (const size of ['low', 'medium', 'high'])
    expect(parseOpenaiUsage({ ...usage, search_context_size: size })).toMatchObject({
      inputText: 14,
      outputText: 200,
      outputReasoning: 0,
      webSearchCalls: 0,
      toolRuns: [{ tool: `search_request_${size}`, count: 1 }],
    })
  const empty = { search_context_size: null, num_search_queries: null, reasoning_tokens: null }
  expect(parseOpenaiUsage({ ...usage, ...empty })).toMatchObject({ webSearchCalls: 0, reasoning: 0 })
})

test('the tools of Mistral read their results beside the prompt', () => {
  const usage = { prompt_tokens: 188, completion_tokens: 55, total_tokens: 7355, connector_tokens: 7112 }
  expect(parseOpenaiUsage({ ...usage, connectors: { web_search: 2, web_search_premium: 1 } })).toMatchObject({
    inputText: 7300,
    outputText: 55,
    webSearchCalls: 2,
    toolRuns: [{ tool: 'search_premium', count: 1 }],
  })
})

test('reasoning beside the totals of other hosts is not counted twice', () => {
  const usage = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30, reasoning_tokens: 8 }
  expect(parseOpenaiUsage(usage)).toMatchObject({ outputText: 20, outputReasoning: 0 })
})

test('the total of vectors is their input where nothing else is reported', () => {
  const usageOf = (answer: object) => parseOpenaiAnswer(Buffer.from(JSON.stringify(answer)))?.usage
  const data = [{ object: 'embedding', index: 0, embedding: [0.5] }]
  for (const total_tokens of [812, '812'])
    expect(usageOf({ data, usage: { total_tokens } })).toMatchObject({ inputText: 812, outputText: 0 })
  expect(usageOf({ data, usage: { prompt_tokens: 7, total_tokens: 9 } })).toMatchObject({ inputText: 7 })
  expect(usageOf({ choices: [], usage: { total_tokens: 812 } })).toBeNull()
})
