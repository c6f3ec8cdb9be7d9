import { expect, test } from 'bun:test'
import { readPlainRecord } from '../core/json/read-record.ts'
import { createMessageLane } from './message-lane.ts'

test('messages pass in their order, and a large one is read before', async () => {
  const { promise: isFree, resolve } = Promise.withResolvers<void>()
  const passed: unknown[] = []
  const lane = createMessageLane({
    pass: (message, scan) => passed.push([readPlainRecord(String(message))?.n, scan?.ok]),
    occupied: () => passed.push('occupied'),
    freed: resolve,
  })
  lane.push('{"n":1}')
  lane.push(`{"n":2,"x":"${'a'.repeat(300_000)}"}`)
  lane.push(`{"n":3,"n":3,"x":"${'a'.repeat(300_000)}"}`)
  lane.push('{"n":4}')
  expect(passed).toEqual([[1, undefined], 'occupied'])
  await isFree
  expect(passed.slice(2)).toEqual([
    [2, true],
    [3, false],
    [4, undefined],
  ])
})

test('what comes after the messages waits for them', async () => {
  const passed: string[] = []
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const lane = createMessageLane({
    pass: () => passed.push('message'),
    occupied: () => {},
    freed: () => passed.push('freed'),
  })
  lane.push(JSON.stringify('a'.repeat(300_000)))
  lane.after(() => {
    passed.push('closed')
    resolve()
  })
  await isOver
  expect(passed).toEqual(['message', 'closed'])
})
