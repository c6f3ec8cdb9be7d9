import { expect, test } from 'bun:test'
import { buildChecklist, type ChecklistFacts } from './checklist.ts'

const untouched: ChecklistFacts = {
  isOfSite: true,
  canSetMail: true,
  channels: 0,
  unpriced: [],
  isSelfUse: false,
  hasToken: false,
  isCalled: false,
  hasMail: false,
}
const done = (facts: Partial<ChecklistFacts>) =>
  Object.fromEntries(buildChecklist({ ...untouched, ...facts }).map(({ name, isDone }) => [name, isDone]))

test('no step is done on a new site', () => {
  expect(done({})).toEqual({ channel: false, price: false, call: false, mail: false })
})

test.each([
  [{ channels: 1 }, { channel: true, price: true }],
  [
    { channels: 1, unpriced: ['m'] },
    { channel: true, price: false },
  ],
  [
    { channels: 1, unpriced: ['m'], isSelfUse: true },
    { channel: true, price: true },
  ],
  [
    { channels: 1, unpriced: undefined },
    { channel: true, price: undefined },
  ],
  [{ channels: undefined }, { channel: undefined, price: undefined }],
  [
    { hasToken: true, isOfSite: false },
    { token: true, call: false },
  ],
  [{ isCalled: true }, { call: true }],
  [{ hasMail: true }, { mail: true }],
])('the facts %p give the steps %p', (facts, expected) => {
  expect(done(facts)).toMatchObject(expected)
})

test('each role sees the steps it can do, and an operator of the site needs no key', () => {
  expect(Object.keys(done({ canSetMail: false }))).toEqual(['channel', 'price', 'call'])
  expect(Object.keys(done({ isOfSite: false }))).toEqual(['token', 'call'])
})
