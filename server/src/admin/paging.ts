import { pageSizeDefault, pageSizeMax } from '@sluice/contract/page-sizes'
import type { pageQuery } from '@sluice/contract/paging'

export type PageQuery = { [name in keyof typeof pageQuery]?: number | undefined }

/** How clients of 2025 request a list. */
export interface PageConvention {
  /** 0: they get a bare array. 1: they get an object with `items`, like newer clients. */
  first: 0 | 1
  /** Their name of the size; null = they send none. */
  sizeParam: 'page_size' | 'size' | null
  /** False: they request the whole list, such as the result of a search. */
  isPaged?: false
  sizeDefault?: number
  /** The largest page of the newer form. */
  sizeMax?: number
}

/** Distinguishes clients that send the same query for different pages. */
export interface PageAsker {
  /** The call has a system access token, like programs. The console of 2025 has a session. */
  isProgram: boolean
  /** The caller requested page 0 of this list within the last hour. */
  hasBegunAtZero: boolean
  /** The call has the access token of a session, which clients of 2025 do not use. */
  hasSessionToken?: boolean
}

export interface Page {
  /** `array`: a bare array, of pages from 0. `object`: `{ items, total, page, page_size }`, of pages from 1. */
  form: 'array' | 'object'
  /** The corrected number, counted as in the form. */
  page: number
  pageSize: number
  offset: number
  limit: number
}

const paged: PageConvention = { first: 1, sizeParam: 'page_size' }
const unknownAsker: PageAsker = { isProgram: false, hasBegunAtZero: false }
const pageMax = 10_000_000

/** The page that `query` requests, and the form of its answer. Invalid values become the defaults. */
export function parsePage(query: PageQuery, convention: PageConvention = paged, asker: PageAsker = unknownAsker): Page {
  const { sizeParam, sizeDefault = pageSizeDefault, sizeMax = pageSizeMax } = convention
  // newapi-mcp reads bare arrays with pages from 1. No other known client sends `limit`.
  if (convention.first === 0 && query.limit !== undefined && query.page !== undefined)
    return buildPage('array', {
      number: query.page - 1,
      size: query.limit,
      sizeDefault,
      sizeMax: pageSizeMax,
    })
  if (convention.first === 1 || requestsObject(query, convention, asker)) {
    const size = query.page_size || query.ps || query.size
    return buildPage('object', { number: query.p || query.page, size, sizeDefault, sizeMax })
  }
  if (convention.isPaged === false) return buildPage('array', { size: pageSizeMax, sizeDefault, sizeMax: pageSizeMax })
  const size = sizeParam === null ? undefined : query[sizeParam]
  return buildPage('array', { number: query.p, size, sizeDefault, sizeMax: pageSizeMax })
}

/**
 * Whether a newer client requests a list that clients of 2025 get as a bare array. In this order:
 *
 * 1. A credential or a parameter that clients of 2025 do not send for this list: newer.
 * 2. Page 0, no page, or a page without a size: 2025, whose pages count from 0.
 * 3. A later page of a caller that requested page 0 before: 2025.
 * 4. Otherwise the caller started at page 1: a program is newer. A session is that of the console of 2025.
 */
function requestsObject(query: PageQuery, convention: PageConvention, asker: PageAsker): boolean {
  const { sizeParam, isPaged = true } = convention
  const { p, ...named } = query
  if (asker.hasSessionToken) return true
  const isForeign = (name: keyof typeof named) => name !== sizeParam && named[name] !== undefined
  if ((['page', 'page_size', 'ps', 'size'] as const).some(isForeign)) return true
  if (!isPaged) return p !== undefined
  if (p === undefined || p < 1) return false
  if (sizeParam === null || query[sizeParam] === undefined) return false
  return asker.isProgram && !asker.hasBegunAtZero
}

function buildPage(
  form: Page['form'],
  asked: { number?: number | undefined; size: number | undefined; sizeDefault: number; sizeMax: number },
): Page {
  const first = form === 'array' ? 0 : 1
  const page = Math.min(Math.max(asked.number ?? first, first), pageMax)
  const size = asked.size ?? asked.sizeDefault
  const pageSize = size < 1 ? asked.sizeDefault : Math.min(size, asked.sizeMax)
  return { form, page, pageSize, offset: (page - first) * pageSize, limit: pageSize }
}
