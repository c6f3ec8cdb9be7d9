import { beforeEach, expect, test } from 'bun:test'
import { announcement } from '@sluice/contract/site-content'
import { findLoginOnly, findRunning, hideForGood, nextChange, readHidden } from './running-announcements.ts'
import { remove, writeText } from './storage.ts'

const at = (hour: number) => Date.UTC(2026, 10, 30, hour)
const make = (content: string, from: number, until?: number) =>
  announcement.parse({
    content,
    publishDate: new Date(at(from)).toISOString(),
    until: until === undefined ? '' : new Date(at(until)).toISOString(),
  })
const shownAt = (hour: number, list = plan) => findRunning(list, at(hour)).map((one) => one.announcement.content)
const plan = [make('late', 12, 14), make('no end', 11), make('d', 10, 13), make('c', 9, 13), make('b', 8, 13)]

beforeEach(() => remove('banner-hidden'))

test('the three newest that run are banners, the rest is behind the bell', () => {
  expect([7, 8, 11, 12, 13, 14].map((hour) => shownAt(hour))).toEqual([
    [],
    ['b'],
    ['d', 'c', 'b'],
    ['late', 'd', 'c'],
    ['late'],
    [],
  ])
})

test('the sign-in page has what is meant for it, and not what is a banner already', () => {
  const places = [['login'], ['login', 'banner'], ['bell'], ['login']] as const
  const list = places.map((given, index) => ({ ...make(`${index}`, 8, index === 3 ? 9 : 13), places: [...given] }))
  expect(findLoginOnly(list, at(10)).map(({ content }) => content)).toEqual(['0'])
})

test('the next change is a start or an end of an announcement with an end', () => {
  expect([7, 8, 10, 12, 13, 14].map((hour) => nextChange(plan, at(hour)))).toEqual([
    at(8),
    at(9),
    at(12),
    at(13),
    at(14),
    null,
  ])
})

test('a later end shows no hidden announcement again, another text does', () => {
  const [first] = findRunning([make('a', 8, 9)], at(8))
  expect(findRunning([make('a', 8, 10)], at(8))[0]?.id).toBe(first?.id ?? '')
  expect(findRunning([make('A', 8, 9)], at(8))[0]?.id).not.toBe(first?.id ?? '')
})

test('the last fifty hidden ones are kept, and anything else in storage is ignored', () => {
  writeText('banner-hidden', 'an older form')
  expect(readHidden()).toEqual([])
  for (let index = 0; index < 60; index++) hideForGood(`${index}`)
  hideForGood('59')
  expect(readHidden()).toHaveLength(50)
  expect([readHidden()[0], readHidden().at(-1)]).toEqual(['59', '10'])
})
