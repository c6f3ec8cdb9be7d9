import { expect, test } from 'bun:test'
import { marksHour } from './cache-marks.ts'

const cache_control = { type: 'ephemeral', ttl: '1h' }

test('a cache of an hour is asked for anywhere in the prompt, in the items of Responses too', () => {
  expect(marksHour({ cache_control })).toBe(true)
  expect(marksHour({ messages: [{ role: 'user', content: [{ type: 'text', text: 'a', cache_control }] }] })).toBe(true)
  expect(marksHour({ input: [{ role: 'user', content: [{ type: 'input_text', text: 'a', cache_control }] }] })).toBe(
    true,
  )
  expect(marksHour({ input: 'a', cache_control: { type: 'ephemeral' } })).toBe(false)
})

test('arguments of a tool are no marks', () => {
  const call = { type: 'tool_use', id: 'a', name: 'f', input: { content: { cache_control } } }
  expect(marksHour({ messages: [{ role: 'assistant', content: [call] }] })).toBe(false)
})
