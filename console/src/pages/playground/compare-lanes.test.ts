import { expect, test } from 'bun:test'
import { figuresOf, lowestOf, timesLowest } from './compare-lanes.ts'
import type { ChatMessage } from './message.ts'

const laneOf = (facts: ChatMessage['facts'], more: Partial<ChatMessage> = {}) => ({
  messages: [
    { id: 'a', role: 'assistant' as const, createAt: 0, content: 'x', status: 'complete' as const, facts, ...more },
  ],
})

test('the last answers are compared once they are complete', () => {
  expect(figuresOf(laneOf({ charge: 3 }, { status: 'incomplete' }))).toEqual({})
  expect(figuresOf({ messages: [] })).toEqual({})
  const lanes = [laneOf({ charge: 3, firstMs: 100 }), laneOf({ charge: 2 }), laneOf({})]
  // One lane alone has a time to its first token.
  expect(lowestOf(lanes)).toEqual({ charge: 2 })
})

test('a figure is a multiple of the lowest, unless that is free', () => {
  expect(timesLowest(6, 2)).toBe(3)
  expect(timesLowest(2, 2)).toBeNull()
  expect(timesLowest(6, 0)).toBeNull()
  expect(timesLowest(6, undefined)).toBeNull()
})
