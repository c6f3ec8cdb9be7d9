import { expect, test } from 'bun:test'
import { availableModels } from './available-models.ts'
import type { ChannelState, Snapshot } from './snapshot.ts'

const serving = (expiresAt: number | null) => [{ expiresAt } as ChannelState]
const snapshot = {
  routes: new Map([
    [
      'default',
      new Map([
        ['b', serving(null)],
        ['a', serving(null)],
        ['old', serving(50)],
      ]),
    ],
    [
      'vip',
      new Map([
        ['a', serving(null)],
        ['c', serving(200)],
      ]),
    ],
  ]),
} as unknown as Snapshot

test('lists every model of the requested groups once, in order', () => {
  expect(availableModels(snapshot, 100)).toEqual(['a', 'b', 'c'])
  expect(availableModels(snapshot, 100, ['default', 'none'])).toEqual(['a', 'b'])
})

test('a channel that expired after the snapshot was made serves no model', () => {
  expect(availableModels(snapshot, 200, ['vip'])).toEqual(['a'])
  expect(availableModels(snapshot, 49, ['default'])).toContain('old')
})
