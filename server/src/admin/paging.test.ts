import { expect, test } from 'bun:test'
import { parsePage } from './paging.ts'

test('lists count from 0 or from 1, and a page below the first is the first', () => {
  const fromZero = { first: 0, sizeParam: 'size' } as const
  const fromOne = { first: 1, sizeParam: 'page_size' } as const
  expect(parsePage({ p: '2', size: '20' }, fromZero)).toEqual({
    page: 2,
    pageSize: 20,
    offset: 40,
    limit: 20,
  })
  expect(parsePage({ p: '2', page_size: '20' }, fromOne)).toMatchObject({ page: 2, offset: 20 })
  expect(parsePage({ p: '0' }, fromOne)).toMatchObject({ page: 1, offset: 0 })
  expect(parsePage({ p: '-3' }, fromZero)).toMatchObject({ page: 0, offset: 0 })
})

test('a missing or senseless size is 10 and none is above 100', () => {
  const convention = { first: 1, sizeParam: 'page_size' } as const
  for (const page_size of [undefined, '', 'x', '-5', '0'])
    expect(parsePage({ page_size }, convention).limit).toBe(10)
  expect(parsePage({ page_size: '100000' }, convention).limit).toBe(100)
  expect(parsePage({ size: '50' }, convention).limit).toBe(10)
})
