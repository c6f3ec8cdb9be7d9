import { pageSizeDefault, pageSizeMax } from '@sluice/contract/page-sizes'
import { z } from 'zod'

/** Query parameters of every list; spread into the list's own. */
export const pageQuery = {
  p: z.string().optional(),
  page_size: z.string().optional(),
  size: z.string().optional(),
}

export interface PageConvention {
  /** Number of the first page; it differs from list to list and clients rely on it. */
  first: 0 | 1
  sizeParam: 'page_size' | 'size'
}

export interface Page {
  /** After correction, in the list's own counting. */
  page: number
  pageSize: number
  offset: number
  limit: number
}

const pageMax = 10_000_000

/** What cannot be read becomes the default: lists have always been lenient here. */
export function parsePage(
  query: { p?: string | undefined; page_size?: string | undefined; size?: string | undefined },
  { first, sizeParam }: PageConvention,
): Page {
  const page = Math.min(Math.max(parseWhole(query.p) ?? first, first), pageMax)
  const asked = parseWhole(query[sizeParam]) ?? pageSizeDefault
  const pageSize = asked < 1 ? pageSizeDefault : Math.min(asked, pageSizeMax)
  return { page, pageSize, offset: (page - first) * pageSize, limit: pageSize }
}

const parseWhole = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined

/** The query of a search as the body of a POST: what is searched may be a key, and addresses end up in logs. */
export const searchBodyOf = <S extends z.ZodType>(query: S) => z.preprocess(textsOf, query)

/** Numbers and booleans as a query would carry them. */
const textsOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, textOf(value)]))
    : body

const textOf = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
