import { expect, test } from 'bun:test'
import { keepAnswers } from './keep-answers.ts'

test('callers share an answer for a time, each key has its own, and a failure is not kept', async () => {
  let now = 0
  let isFailing = false
  const asked: string[] = []
  const answerOf = keepAnswers(
    async (key: string) => {
      asked.push(key)
      if (isFailing) throw new Error('no answer')
      return `${key} at ${now}`
    },
    { clock: { monotonic: () => now }, keptMs: 100 },
  )
  expect(await Promise.all([answerOf('a'), answerOf('a'), answerOf('b')])).toEqual(['a at 0', 'a at 0', 'b at 0'])
  now = 99
  expect(await answerOf('a')).toBe('a at 0')
  now = 100
  isFailing = true
  await expect(answerOf('a')).rejects.toThrow('no answer')
  isFailing = false
  expect(await answerOf('a')).toBe('a at 100')
  expect(asked).toEqual(['a', 'b', 'a', 'a'])
})
