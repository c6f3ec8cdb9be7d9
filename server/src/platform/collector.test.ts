import { expect, test } from 'bun:test'
import { createCollector } from './collector.ts'

function createTestCollector(work: (entries: [string, number][]) => Promise<void>) {
  const errors: unknown[] = []
  const collector = createCollector<string, number>({
    waitMs: 60_000,
    merge: Math.max,
    work,
    onError: (error) => errors.push(error),
  })
  return { collector, errors }
}

test('a value that is added often is processed once, with later values in the next round', async () => {
  const rounds: [string, number][][] = []
  const { collector } = createTestCollector(async (entries) => {
    rounds.push(entries)
    if (rounds.length === 1) collector.add('a', 9)
  })
  for (const value of [1, 5, 3]) collector.add('a', value)
  collector.add('b', 2)
  await collector.idle()
  expect(rounds).toEqual([
    [
      ['a', 5],
      ['b', 2],
    ],
    [['a', 9]],
  ])
  await collector.idle()
  expect(rounds).toHaveLength(2)
})

test('a failed round is reported, and the next one runs', async () => {
  let rounds = 0
  const { collector, errors } = createTestCollector(async () => {
    rounds++
    if (rounds === 1) throw new Error('away')
  })
  collector.add('a', 1)
  await collector.idle()
  collector.add('a', 1)
  await collector.idle()
  expect(rounds).toBe(2)
  expect(errors).toHaveLength(1)
})

test('closing processes the collected values and accepts no more', async () => {
  const seen: string[] = []
  const { collector } = createTestCollector(async (entries) => {
    seen.push(...entries.map(([key]) => key))
  })
  collector.add('a', 1)
  await collector.close()
  collector.add('b', 1)
  await collector.idle()
  expect(seen).toEqual(['a'])
})

test('a round begins by itself after the delay', async () => {
  const done = Promise.withResolvers<void>()
  const collector = createCollector<string, number>({
    waitMs: 1,
    merge: Math.max,
    onError: () => {},
    work: async () => done.resolve(),
  })
  collector.add('a', 1)
  await done.promise
})
