import { isRecord, type JsonRecord, listOf, recordOf, textOf } from '@sluice/contract/read-json'
import type { Searches } from '../../core/billing/reservation.ts'
import { isSearchModel } from './search-model.ts'

/**
 * The most searches that an upstream may charge for: one for a search model or `web_search_options`, which have no
 * limit field, and one for each search tool. Undefined without any.
 * https://developers.openai.com/api/docs/guides/tools-web-search and …/tools-file-search, read 2026-11-21
 */
export function countOpenaiSearches(model: string, body: JsonRecord): Searches | undefined {
  const tools = listOf(body.tools)
  const isSearching = isRecord(body.web_search_options) || isSearchModel(model)
  if (tools.length === 0 && !isSearching) return undefined
  const types = tools.map((tool) => textOf(recordOf(tool).type))
  const own = tools.filter((tool) => textOf(recordOf(recordOf(tool).function).name) === '$web_search')
  const web = types.filter(isWebSearch).length + own.length + Number(isSearching)
  const files = types.filter((type) => type === 'file_search').length
  return web + files === 0 ? undefined : { web_search: web, file_search: files }
}

/** Mistral's premium search has a price of its own. */
const isWebSearch = (type: string): boolean => type.startsWith('web_search') && type !== 'web_search_premium'
