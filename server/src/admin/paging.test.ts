import { describe, expect, test } from 'bun:test'
import { pageQuery } from '@sluice/contract/paging'
import { z } from 'zod'
import { type PageAsker, type PageConvention, parsePage } from './paging.ts'

const channels: PageConvention = { first: 0, sizeParam: 'page_size', sizeMax: 5_000 }
const tokens: PageConvention = { first: 0, sizeParam: 'size' }
const tasks: PageConvention = { first: 0, sizeParam: null }
const search: PageConvention = { first: 0, sizeParam: null, isPaged: false, sizeDefault: 20 }
const paged: PageConvention = { first: 1, sizeParam: 'page_size' }

const session: PageAsker = { isProgram: false, hasBegunAtZero: false }
const program: PageAsker = { isProgram: true, hasBegunAtZero: false }
/** A newer console, which sends the token of its session. */
const console2026: PageAsker = { isProgram: false, hasBegunAtZero: false, hasSessionToken: true }
const programPastPage0: PageAsker = { isProgram: true, hasBegunAtZero: true }

type Expected = [form: 'array' | 'object', page: number, offset: number, limit: number]
type Row = [client: string, list: PageConvention, asker: PageAsker, query: string, expected: Expected]

const clients2025: Row[] = [
  ['console, channels', channels, session, 'p=0&page_size=10&id_sort=false', ['array', 0, 0, 10]],
  ['console, channels, next page', channels, session, 'p=1&page_size=10', ['array', 1, 10, 10]],
  ['console, tokens', tokens, session, 'p=0&size=10', ['array', 0, 0, 10]],
  ['console, tokens, next page', tokens, session, 'p=2&size=20', ['array', 2, 40, 20]],
  ['console, drawings', tasks, session, 'p=0&mj_id=&start_timestamp=1', ['array', 0, 0, 10]],
  ['console, tasks, next page', tasks, session, 'p=1&task_id=', ['array', 1, 10, 10]],
  ['console, search', search, session, 'keyword=x&group=', ['array', 0, 0, 100]],
  ['console, users', paged, session, 'p=0&page_size=10', ['object', 1, 0, 10]],
  ['console, users, next page', paged, session, 'p=2&page_size=10', ['object', 2, 10, 10]],
  ['program, channels', channels, program, 'p=0&page_size=100', ['array', 0, 0, 100]],
  ['program, channels, next page', channels, programPastPage0, 'p=1&page_size=100', ['array', 1, 100, 100]],
  ['program, tokens, next page', tokens, programPastPage0, 'p=1&size=100', ['array', 1, 100, 100]],
  ['program without a page', channels, program, 'page_size=100', ['array', 0, 0, 100]],
  ['program without parameters', tokens, program, '', ['array', 0, 0, 10]],
  ['One API program', tokens, program, 'p=0', ['array', 0, 0, 10]],
  ['newapi-mcp, channels', channels, program, 'page=1&limit=100&sort=-id', ['array', 0, 0, 100]],
  ['newapi-mcp, next page', channels, program, 'page=3&limit=10&sort=-id', ['array', 2, 20, 10]],
  ['newapi-mcp, users', paged, program, 'page=2&limit=10&sort=-id', ['object', 2, 10, 10]],
  ['One API program, next page', channels, program, 'p=3', ['array', 3, 30, 10]],
]

const newerClients: Row[] = [
  ['program, channels', channels, program, 'p=1&page_size=100', ['object', 1, 0, 100]],
  ['program, channels, next page', channels, program, 'p=2&page_size=100', ['object', 2, 100, 100]],
  ['program, tokens by size', tokens, program, 'p=1&size=100', ['object', 1, 0, 100]],
  ['program, tokens by page_size', tokens, program, 'p=1&page_size=20', ['object', 1, 0, 20]],
  ['console, tokens', tokens, session, 'p=1&page_size=20', ['object', 1, 0, 20]],
  ['console by token, page 0', channels, console2026, 'p=0&page_size=20', ['object', 1, 0, 20]],
  ['console by token, next page', channels, console2026, 'p=2&page_size=20', ['object', 2, 20, 20]],
  ['console by token, no page', tokens, console2026, '', ['object', 1, 0, 10]],
  ['console by token, search', search, console2026, 'keyword=x', ['object', 1, 0, 20]],
  ['page 0 is page 1', tokens, session, 'p=0&page_size=20', ['object', 1, 0, 20]],
  ['console, drawings', tasks, session, 'p=2&page_size=20', ['object', 2, 20, 20]],
  ['no page', tasks, program, 'page_size=20', ['object', 1, 0, 20]],
  ['ps', channels, session, 'p=3&ps=20', ['object', 3, 40, 20]],
  ['page', channels, session, 'page=1&page_size=20', ['object', 1, 0, 20]],
  ['a large page', channels, session, 'page=1&page_size=9999', ['object', 1, 0, 5_000]],
  ['page, next page, after page 0', channels, programPastPage0, 'page=2&page_size=20', ['object', 2, 20, 20]],
  ['search', search, session, 'keyword=x&p=1&page_size=50', ['object', 1, 0, 50]],
  ['search without a page', search, session, 'keyword=x&size=5', ['object', 1, 0, 5]],
  ['search without a size', search, program, 'keyword=x&p=1', ['object', 1, 0, 20]],
  ['users by size', paged, program, 'p=2&size=20', ['object', 2, 20, 20]],
  ['users', paged, program, '', ['object', 1, 0, 10]],
]

/** Values for which no client may get an empty or an endless list. */
const unreadable: Row[] = [
  ['a limit below 1', channels, program, 'page=0&limit=0', ['array', 0, 0, 10]],
  ['a negative page', paged, session, 'p=-1', ['object', 1, 0, 10]],
  ['a negative page, older client', channels, program, 'p=-3&page_size=1000', ['array', 0, 0, 100]],
  ['a negative size', paged, session, 'p=1&page_size=-5', ['object', 1, 0, 10]],
  ['size 0', channels, program, 'p=0&page_size=0', ['array', 0, 0, 10]],
  ['size 0 and another name', paged, session, 'p=1&page_size=0&ps=30', ['object', 1, 0, 30]],
  ['a size beyond the largest', paged, session, 'p=1&page_size=100000', ['object', 1, 0, 100]],
  ['text instead of numbers', tokens, session, 'p=undefined&size=NaN&page_size=null&ps=', ['array', 0, 0, 10]],
  ['text instead of numbers, newer client', paged, program, 'p=NaN&page_size=undefined', ['object', 1, 0, 10]],
]

const checkPage = (_: string, list: PageConvention, asker: PageAsker, query: string, expected: Expected) => {
  const parsedQuery = z.object(pageQuery).parse(Object.fromEntries(new URLSearchParams(query)))
  const { form, page, offset, limit } = parsePage(parsedQuery, list, asker)
  expect([form, page, offset, limit]).toEqual(expected)
}

describe('a client of 2025 gets the form that it supports', () => test.each(clients2025)('%s', checkPage))
describe('a newer client gets an object with items', () => test.each(newerClients)('%s', checkPage))
describe('an unreadable value becomes the default', () => test.each(unreadable)('%s', checkPage))
