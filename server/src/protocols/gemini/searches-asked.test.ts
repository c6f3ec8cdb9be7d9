import { expect, test } from 'bun:test'
import { geminiSearchesAsked } from './searches-asked.ts'

test('a search tool, in either spelling, may cost one search', () => {
  for (const tool of [{ googleSearch: {} }, { google_search: {} }, { google_search_retrieval: {} }])
    expect(geminiSearchesAsked({ tools: [{ functionDeclarations: [] }, tool] })).toEqual({ google_search: 1 })
})

test('other tools count as none', () => {
  expect(geminiSearchesAsked({ tools: [{ functionDeclarations: [] }, { codeExecution: {} }] })).toBeUndefined()
  expect(geminiSearchesAsked({})).toBeUndefined()
})
