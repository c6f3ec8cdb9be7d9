import { expect, test } from 'bun:test'
import { countAnthropicSearches } from './requested-searches.ts'

const web = (max_uses?: unknown) => ({ type: 'web_search_20250305', name: 'web_search', max_uses })
const countSearches = (...tools: unknown[]) => countAnthropicSearches({ tools } as never)

test('counts the searches that the tool allows; one without a limit', () => {
  expect(countSearches(web(5))).toEqual({ web_search: 5 })
  expect(countSearches(web())).toEqual({ web_search: 1 })
  expect(countSearches(web(5), web(2))).toEqual({ web_search: 7 })
})

test('an invalid limit counts as one, and no limit exceeds the maximum', () => {
  for (const uses of [0, -3, 1.5, 'x', null]) expect(countSearches(web(uses))).toEqual({ web_search: 1 })
  expect(countSearches(web(1e9))).toEqual({ web_search: 10_000 })
})

test('other tools count as none', () => {
  expect(
    countSearches({ name: 'web_search', input_schema: {} }, { type: 'web_fetch_20250910', max_uses: 3 }),
  ).toBeUndefined()
  expect(countAnthropicSearches({})).toBeUndefined()
})
