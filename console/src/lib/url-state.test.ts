import { expect, test } from 'bun:test'
import { patchUrlState, readUrlState, splitSecrets } from './url-state.ts'

const defaults = { keyword: '', p: 1, open: false }

test('the URL is read into the types of the defaults', () => {
  expect(readUrlState({ keyword: '123', p: '4', open: 'true', other: 'x' }, defaults)).toEqual({
    keyword: '123',
    p: 4,
    open: true,
  })
  expect(readUrlState({ p: 'x' }, defaults)).toEqual(defaults)
})

test('default values are left out of the URL, parameters of others stay', () => {
  expect(patchUrlState({ p: '4', other: 'x' }, defaults, { p: 1, keyword: 'a' })).toEqual({
    keyword: 'a',
    other: 'x',
  })
})

test('values that look like keys are separated from those that may appear in an address', () => {
  const key = 'sk-0123456789abcdef'
  expect(splitSecrets({ keyword: key, group: 'vip', p: 2 })).toEqual({
    shown: { group: 'vip', p: 2 },
    hidden: { keyword: key },
  })
})
