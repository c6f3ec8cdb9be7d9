import { expect, test } from 'bun:test'
import { parseOpenaiUsage } from '../openai-chat/parse-usage.ts'
import { parseResponsesUsage } from './parse-usage.ts'

const responses = {
  input_tokens: 100,
  input_tokens_details: { audio_tokens: 20, image_tokens: 30, cached_tokens: 10 },
  output_tokens: 50,
  output_tokens_details: { audio_tokens: 5, image_tokens: 15, reasoning_tokens: 7 },
}
const chat = {
  prompt_tokens: 100,
  prompt_tokens_details: responses.input_tokens_details,
  completion_tokens: 50,
  completion_tokens_details: responses.output_tokens_details,
}
const parts = {
  inputText: 40,
  inputAudio: 20,
  inputImage: 30,
  cacheReadText: 10,
  outputText: 30,
  outputAudio: 5,
  outputImage: 15,
  reasoning: 7,
}

test('both text formats read every part, under the names of either', () => {
  for (const usage of [responses, chat]) {
    expect(parseResponsesUsage({ usage })).toMatchObject(parts)
    expect(parseOpenaiUsage(usage)).toMatchObject(parts)
  }
})

test('the own names of a format come first', () => {
  const both = { ...responses, prompt_tokens: 900, completion_tokens: 800 }
  expect(parseResponsesUsage({ usage: both })).toMatchObject(parts)
  expect(parseOpenaiUsage({ ...chat, input_tokens: 900, output_tokens: 800 })).toMatchObject(parts)
})
