import type { Usage } from '../../core/usage/usage.ts'

/**
 * Models of Chat Completions that search the web for every answer: the search is charged, and the usage does not
 * contain it. https://developers.openai.com/api/docs/guides/tools-web-search, read 2026-11-21
 */
export const isSearchModel = (model: string): boolean => /-search-(preview|api)\b/.test(model)

export const withSearchOf = (model: unknown, usage: Usage | null): Usage | null =>
  usage !== null && typeof model === 'string' && isSearchModel(model) ? { ...usage, webSearchCalls: 1 } : usage
