import { expect, test } from 'bun:test'
import { isRunning } from './announcement-times.ts'
import { reasonOfIssue } from './reason-of-issue.ts'
import { announcement, withoutEmptyEnd } from './site-content.ts'

const at = (time: string) => Date.parse(`2026-11-30T${time}Z`)
const planned = announcement.parse({
  content: 'Maintenance',
  publishDate: '2026-11-30T08:00:00Z',
  until: '2026-11-30T09:00:00Z',
})

test('an announcement runs from its date until its end', () => {
  expect(['07:59', '08:00', '08:59', '09:00'].map((time) => isRunning(planned, at(time)))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('an announcement without an end is no banner', () => {
  const { until: _, ...older } = planned
  expect(isRunning(older, at('08:30'))).toBe(false)
  expect(isRunning({ ...older, until: '' }, at('08:30'))).toBe(false)
})

test.each(['2026-11-30T07:59:59Z', '2026-11-30T08:00:00Z', '2026-11-30T08:30:00+02:00'])(
  'an end at or before the start is refused: %s',
  (until) => {
    const [issue] = announcement.safeParse({ ...planned, until }).error?.issues ?? []
    expect(issue?.path).toEqual(['until'])
    expect(issue && reasonOfIssue(issue).code).toBe('endsBeforeStart')
  },
)

test('an empty end is not written', () => {
  expect(withoutEmptyEnd(planned)).toEqual(planned)
  expect(withoutEmptyEnd({ ...planned, until: '' })).not.toHaveProperty('until')
})
