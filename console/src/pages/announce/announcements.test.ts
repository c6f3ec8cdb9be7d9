import { expect, test } from 'bun:test'
import { announcement } from '@sluice/contract/site-content'
import {
  applyChange,
  blankValues,
  buildAnnouncement,
  buildValues,
  newestFirst,
  parseAnnouncements,
} from './announcements.ts'

const make = (content: string, more: object = {}) =>
  announcement.parse({ content, publishDate: '2026-11-30T08:00:30Z', ...more })

test('the form returns the values that it was opened with, seconds included', () => {
  const all = [
    make('old'),
    make('timed', { until: '2026-12-01T08:00:30Z' }),
    make('full', { type: 'error', extra: 'e', content_zh: '中', extra_zh: '文', places: ['login'] }),
  ]
  for (const one of all) {
    const { places = [], ...rest } = buildAnnouncement(buildValues(one), one)
    expect<object>(rest).toEqual({ ...one, places: undefined })
    expect(places).toEqual(buildValues(one).places)
  }
})

test('a new announcement starts now and is shown as one without an end always was', () => {
  const built = buildAnnouncement({ ...blankValues(Date.UTC(2026, 10, 30, 8)), content: ' Hi ' }, null)
  expect(built).toEqual({
    content: 'Hi',
    extra: '',
    type: 'default',
    publishDate: '2026-11-30T08:00:00.000Z',
    places: ['bell', 'status'],
  })
})

test('a change is applied to the list as it is stored now', () => {
  const [a, b, c] = [make('a'), make('b'), make('c')]
  expect(applyChange([a, b], { before: null, after: c })).toEqual([c, a, b])
  expect(applyChange([a, b], { before: b, after: c })).toEqual([a, c])
  expect(applyChange([a, b], { before: a, after: null })).toEqual([b])
  expect(applyChange([a], { before: b, after: c })).toBeNull()
  // Another administrator has deleted it as well.
  expect(applyChange([a], { before: b, after: null })).toEqual([a])
})

test('a stored list is read, newest first, without what it should not contain', () => {
  expect(parseAnnouncements('')).toEqual([])
  expect(parseAnnouncements('{')).toEqual([])
  const list = [make('old', { publishDate: '2026-11-01T00:00:00Z' }), { content: 3 }, make('new')]
  expect(newestFirst(parseAnnouncements(JSON.stringify(list))).map(({ content }) => content)).toEqual(['new', 'old'])
})
