import { expect, test } from 'bun:test'
import { ApiError } from '../../lib/api-client.ts'
import { isConflict, saveOptions, saveTogether } from './save-options.ts'

const entries = (...keys: string[]) => keys.map((key) => ({ key, value: 'v' }))
const keysOf = (list: readonly { key: string }[]) => list.map(({ key }) => key)

const none = () => Promise.reject(new Error('nothing is written together'))

/** Writes that the test completes with `end`; `started` lists their keys in order. */
function manualWrites(failing: readonly string[] = []) {
  const open = new Map<string, () => void>()
  const started: string[] = []
  return {
    started,
    write: ({ key }: { key: string }) => {
      started.push(key)
      return new Promise<void>((resolve, reject) => {
        open.set(key, () => (failing.includes(key) ? reject(new Error(key)) : resolve()))
      })
    },
    end: async (...keys: string[]) => {
      for (const key of keys) open.get(key)?.()
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    },
  }
}

test('plain options are sent together, then the switches one after another', async () => {
  const writes = manualWrites()
  const outcome = saveOptions(entries('A', 'PasswordLoginEnabled', 'B', 'oidc.enabled'), writes.write, none)
  expect(writes.started).toEqual(['A', 'B'])
  await writes.end('A', 'B')
  expect(writes.started).toEqual(['A', 'B', 'PasswordLoginEnabled'])
  await writes.end('PasswordLoginEnabled')
  expect(writes.started).toEqual(['A', 'B', 'PasswordLoginEnabled', 'oidc.enabled'])
  await writes.end('oidc.enabled')
  expect(keysOf((await outcome).saved)).toEqual(['A', 'B', 'PasswordLoginEnabled', 'oidc.enabled'])
})

test('the switches stop at the first failure', async () => {
  const write = async ({ key }: { key: string }) => {
    if (key === 'DefaultUseAutoGroup') throw new Error('no')
  }
  const { saved, failed } = await saveOptions(
    entries('PasswordLoginEnabled', 'DefaultUseAutoGroup', 'DemoSiteEnabled'),
    write,
    none,
  )
  expect(keysOf(saved)).toEqual(['PasswordLoginEnabled'])
  expect(keysOf(failed)).toEqual(['DefaultUseAutoGroup'])
})

test('a failing plain option does not stop the others, but stops the switches', async () => {
  const writes = manualWrites(['A'])
  const outcome = saveOptions(entries('A', 'B', 'PasswordLoginEnabled'), writes.write, none)
  await writes.end('A', 'B')
  const { saved, failed } = await outcome
  expect([keysOf(saved), keysOf(failed)]).toEqual([['B'], ['A']])
  expect(writes.started).toEqual(['A', 'B'])
})

test('a minimum and its maximum are written in one call, because each is checked against the other', async () => {
  const pair = ['checkin_setting.min_quota', 'checkin_setting.max_quota']
  const alone: string[] = []
  const together: string[][] = []
  const { saved, failed } = await saveOptions(
    entries('QuotaForNewUser', ...pair, 'checkin_setting.enabled'),
    async ({ key }) => alone.push(key),
    async (changes) => together.push(keysOf(changes)),
  )
  expect({ alone, together }).toEqual({ alone: ['QuotaForNewUser', 'checkin_setting.enabled'], together: [pair] })
  expect(keysOf(saved)).toEqual(['QuotaForNewUser', ...pair, 'checkin_setting.enabled'])
  expect(failed).toEqual([])
  const refuse = () => Promise.reject(new ApiError('bad', 400, 'option_invalid', undefined, { [pair[0] ?? '']: 'no' }))
  expect(keysOf((await saveOptions(entries(...pair), async () => {}, refuse)).failed)).toEqual(pair.slice(0, 1))
})

test('of options saved in one call, those that the server names have failed, or else all of them', async () => {
  const named = new ApiError('bad', 400, 'option_invalid', undefined, { B: 'must be a number' })
  const fail = (error: unknown) => () => Promise.reject(error)
  expect((await saveTogether(entries('A', 'B'), fail(named))).failed).toEqual([
    { key: 'B', error: new ApiError('must be a number', 400, 'option_invalid') },
  ])
  expect(keysOf((await saveTogether(entries('A', 'B'), fail(new Error('x')))).failed)).toEqual(['A', 'B'])
  expect(keysOf((await saveTogether(entries('A', 'B'), async () => {})).saved)).toEqual(['A', 'B'])
})

test('a value changed by another administrator is distinguished from an invalid one', async () => {
  const stale = new ApiError('x', 409, 'option_conflict', undefined, { B: 'was changed' })
  const { failed } = await saveTogether(entries('A', 'B'), () => Promise.reject(stale))
  expect(failed.map(({ key, error }) => [key, isConflict(error)])).toEqual([['B', true]])
  expect(isConflict(new ApiError('x', 400, 'option_invalid'))).toBe(false)
})
