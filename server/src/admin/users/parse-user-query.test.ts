import { expect, test } from 'bun:test'
import { parseUserPage } from './parse-user-query.ts'

const asked = (address: string) => new URL(address, 'https://gateway.test')

test('without a slash and a query the whole list is asked for, otherwise a page', () => {
  expect(parseUserPage({}, asked('/api/user'))).toMatchObject({ form: 'array', offset: 0, limit: 1_000 })
  expect(parseUserPage({}, asked('/api/user/'))).toMatchObject({ limit: 10 })
  expect(parseUserPage({ p: 2, page_size: 20 }, asked('/api/user?p=2&page_size=20'))).toMatchObject({
    offset: 20,
    limit: 20,
  })
})
