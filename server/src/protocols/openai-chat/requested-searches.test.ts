import { expect, test } from 'bun:test'
import { countOpenaiSearches } from './requested-searches.ts'

test('web search options or a search model may cost one search', () => {
  expect(countOpenaiSearches('gpt-4o', { web_search_options: {} })).toEqual({ web_search: 1, file_search: 0 })
  expect(countOpenaiSearches('gpt-4o-search-preview', { web_search_options: {} })).toMatchObject({
    web_search: 1,
  })
  expect(countOpenaiSearches('gpt-5-search-api', {})).toMatchObject({ web_search: 1 })
})

test('each search tool may cost one search', () => {
  const tools = [{ type: 'web_search_preview' }, { type: 'file_search' }, { type: 'function' }, null, 'x']
  expect(countOpenaiSearches('gpt-4o', { tools })).toEqual({ web_search: 1, file_search: 1 })
})

test('other calls cost none', () => {
  for (const body of [{}, { web_search_options: null }, { tools: [{ type: 'function' }] }, { tools: 'x' }])
    expect(countOpenaiSearches('gpt-4o', body)).toBeUndefined()
})
