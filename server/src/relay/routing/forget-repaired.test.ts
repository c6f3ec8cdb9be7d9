import { expect, test } from 'bun:test'
import { createSecretBox } from '../../platform/secret-box.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { buildChannelState } from '../../state/build-channel-state.ts'
import type { ChannelState, Invalidation, Snapshot } from '../../state/snapshot.ts'
import type { ChannelRow } from '../../store/schema.ts'
import { newTestChannel } from '../../store/test-channels.ts'
import { createChannelHealth } from './channel-health.ts'
import { forgetRepaired } from './forget-repaired.ts'

const secretBox = createSecretBox('a secret')
// The columns that a test row leaves to the defaults of the database.
const plainRow = {
  ...newTestChannel({ models: 'm' }),
  id: 1,
  model_mapping: null,
  status_code_mapping: null,
  param_override: null,
  header_override: null,
  setting: null,
  key_states: null,
  cost_prices: null,
} as ChannelRow
const routed = { userId: 1, model: 'm' }

const stateOf = (row: Partial<ChannelRow>, keys: string): ChannelState =>
  buildChannelState({ ...plainRow, ...row }, keys, secretBox)

/** Whether the channel still rests after `change`. */
function restsAfter(before: ChannelState, after: ChannelState, change: Invalidation = { kind: 'channels' }): boolean {
  const listeners: ((change: Invalidation) => void)[] = []
  let channels = new Map([[1, before]])
  const health = createChannelHealth(createManualClock())
  const stop = forgetRepaired(
    {
      current: () => ({ channels }) as unknown as Snapshot,
      subscribe(listener) {
        listeners.push(listener)
        return () => {}
      },
    },
    health,
  )
  for (let i = 0; i < 5; i++)
    health.begin(1, 'a', routed).failed({ userId: null, retryAfterMs: null, cause: 'network' })
  channels = new Map([[1, after]])
  for (const listener of listeners) listener(change)
  stop()
  return health.restsForMs({ id: 1, keys: ['a'] }, routed) > 0
}

const before = stateOf({}, 'a')

test.each<[string, Partial<ChannelRow>, string]>([
  ['address', { base_url: 'https://right.example' }, 'a'],
  ['type', { type: 14 }, 'a'],
  ['models', { models: 'm,n' }, 'a'],
  ['names of models', { model_mapping: '{"m":"n"}' }, 'a'],
  ['key', {}, 'b'],
  ['keys, one more', {}, 'a\nb'],
])('another %s ends the rest of a channel', (_, row, keys) => {
  expect(restsAfter(before, stateOf(row, keys))).toBe(false)
})

test('what does not change its calls leaves the rest: the same row, a name, a priority, a key that is off', () => {
  expect(restsAfter(before, stateOf({}, 'a'))).toBe(true)
  expect(restsAfter(before, stateOf({ name: 'another', priority: 9, weight: 3, status: 2 }, 'a'))).toBe(true)
  const two = stateOf({}, 'a\nb')
  const oneOff = { ...two, keys: ['a'] }
  expect(restsAfter(two, oneOff)).toBe(true)
  expect(restsAfter(oneOff, two)).toBe(false)
})

test('a passed test ends the rest of its channel, and that of no other', () => {
  expect(restsAfter(before, before, { kind: 'channel_works', id: 2 })).toBe(true)
  expect(restsAfter(before, before, { kind: 'channel_works', id: 1 })).toBe(false)
})
