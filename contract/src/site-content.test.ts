import { expect, test } from 'bun:test'
import { announcedIn, isShownIn, placesOf, stateOfAnnouncement } from './announcement-times.ts'
import { reasonOfIssue } from './reason-of-issue.ts'
import { announcement, withoutEmptyParts } from './site-content.ts'

const at = (time: string) => Date.parse(`2026-11-30T${time}Z`)
const planned = announcement.parse({
  content: 'Maintenance',
  publishDate: '2026-11-30T08:00:00Z',
  until: '2026-11-30T09:00:00Z',
})

const times = ['07:59', '08:00', '08:59', '09:00']

test('an announcement runs from its date until its end', () => {
  const states = times.map((time) => stateOfAnnouncement(planned, at(time)))
  expect(states).toEqual(['planned', 'running', 'running', 'over'])
  expect(times.map((time) => isShownIn('banner', planned, at(time)))).toEqual([false, true, true, false])
})

test('nothing is shown before it starts; bell and status page keep what is over', () => {
  const everywhere = { ...planned, places: ['banner', 'bell', 'login', 'status'] } as const
  const shown = (time: string) => everywhere.places.filter((place) => isShownIn(place, everywhere, at(time)))
  expect(times.map(shown)).toEqual([[], [...everywhere.places], [...everywhere.places], ['bell', 'status']])
})

test('without places it is a banner only if it has an end', () => {
  const { until: _, ...older } = planned
  expect(placesOf(planned)).toEqual(['banner', 'bell', 'status'])
  expect(placesOf(older)).toEqual(['bell', 'status'])
  expect(isShownIn('banner', { ...older, until: '' }, at('08:30'))).toBe(false)
  expect(isShownIn('banner', { ...older, places: ['banner'] }, at('08:30'))).toBe(true)
})

test('readers of Chinese get its Chinese text, if there is one', () => {
  const both = { content: 'Hello', extra: 'More', content_zh: '你好' }
  expect(announcedIn(both, 'zh')).toEqual({ content: '你好', extra: '' })
  expect(announcedIn(both, 'en')).toEqual({ content: 'Hello', extra: 'More' })
  expect(announcedIn({ ...both, content_zh: '' }, 'zh')).toEqual({ content: 'Hello', extra: 'More' })
})

test.each(['2026-11-30T07:59:59Z', '2026-11-30T08:00:00Z', '2026-11-30T08:30:00+02:00'])(
  'an end at or before the start is refused: %s',
  (until) => {
    const [issue] = announcement.safeParse({ ...planned, until }).error?.issues ?? []
    expect(issue?.path).toEqual(['until'])
    expect(issue && reasonOfIssue(issue).code).toBe('endsBeforeStart')
  },
)

test('empty parts are not written, and places stand in one order', () => {
  expect(withoutEmptyParts(planned)).toEqual(planned)
  const { until: _, ...older } = planned
  expect(withoutEmptyParts({ ...planned, until: '', content_zh: ' ', extra_zh: 'x' })).toEqual(older)
  expect(withoutEmptyParts({ ...planned, places: ['status', 'bell', 'bell'] }).places).toEqual(['bell', 'status'])
})
