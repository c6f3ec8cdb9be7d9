import { expect, test } from 'bun:test'
import { buildChecklist, type ChecklistFacts, isChecklistOpen } from './checklist.ts'

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
const inUse: ChecklistFacts = { ...untouched, channels: 1, hasToken: true, isCalled: true, hasMail: true }
const done = (facts: Partial<ChecklistFacts>) =>
  Object.fromEntries(buildChecklist({ ...untouched, ...facts }).map(({ name, isDone }) => [name, isDone]))

test('no step is done on a new site', () => {
  expect(done({})).toEqual({ channel: false, price: false, token: false, call: false, mail: false })
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
  [{ hasToken: true }, { token: true, call: false }],
  [{ isCalled: true }, { call: true }],
  [{ hasMail: true }, { mail: true }],
])('the facts %p give the steps %p', (facts, expected) => {
  expect(done(facts)).toMatchObject(expected)
})

test('each role sees the steps it can do', () => {
  expect(Object.keys(done({ canSetMail: false }))).toEqual(['channel', 'price', 'token', 'call'])
  expect(Object.keys(done({ isOfSite: false }))).toEqual(['token', 'call'])
})

test('a new account sees the steps, and the owner sees them until all are done', () => {
  const owner = { isNew: false, isHidden: false, isOwner: true }
  const open = (facts: ChecklistFacts, viewer = owner) => isChecklistOpen(buildChecklist(facts), viewer)
  expect(open(untouched, { ...owner, isNew: true })).toBe(true)
  expect(open({ ...inUse, hasMail: false })).toBe(true)
  expect(open({ ...inUse, hasMail: false }, { ...owner, isOwner: false })).toBe(false)
  expect(open(inUse)).toBe(false)
  expect(open({ ...inUse, hasMail: false, unpriced: undefined })).toBe(false)
  expect(open({ ...inUse, hasMail: false }, { ...owner, isHidden: true })).toBe(false)
})
