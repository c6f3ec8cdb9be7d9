import { expect, test } from 'bun:test'
import { createLog, lastLogLines } from './log.ts'
import { createLogTail } from './log-tail.ts'

test('the last 200 lines are kept, the oldest first', () => {
  const tail = createLogTail()
  expect(tail.lines()).toEqual([])
  for (let number = 0; number < 250; number++) tail.add(String(number))
  tail.add('x'.repeat(10_000))
  expect(tail.lines()).toHaveLength(200)
  expect([tail.lines()[0], tail.lines().at(-1)]).toEqual(['50', '249'])
})

test('a log keeps its last lines as they were written', () => {
  const written: string[] = []
  const log = createLog('info', null, (line) => void written.push(line))
  log.info({ key: 'sk-abcdefghijklmnop1234' }, 'one')
  log.debug('left out')
  expect(lastLogLines(log)).toEqual(written)
  expect(written[0]).not.toContain('abcdefghijklmnop')
})
