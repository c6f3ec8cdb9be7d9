import { expect, test } from 'bun:test'
import { countGeminiSearches } from './requested-searches.ts'

test('a search tool, in either spelling, may cost one search', () => {
  for (const tool of [{ googleSearch: {} }, { google_search: {} }, { google_search_retrieval: {} }])
    expect(countGeminiSearches({ tools: [{ functionDeclarations: [] }, tool] })).toEqual({ google_search: 1 })
})

test('other tools count as none', () => {
  expect(countGeminiSearches({ tools: [{ functionDeclarations: [] }, { codeExecution: {} }] })).toBeUndefined()
  expect(countGeminiSearches({})).toBeUndefined()
})
