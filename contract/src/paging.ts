import { z } from 'zod'
import { queryNumber } from './query-number.ts'
import { isRecord } from './read-json.ts'

/** Query parameters of every list; spread into a list's own. */
export const pageQuery = {
  p: queryNumber,
  page: queryNumber,
  page_size: queryNumber,
  ps: queryNumber,
  size: queryNumber,
  /** newapi-mcp: the size of a bare array whose `page` counts from 1. */
  limit: queryNumber,
}

/** Times in seconds, both ends included; 0 = absent. */
export const spanQuery = { start_timestamp: queryNumber, end_timestamp: queryNumber }

/** A query as JSON: numbers and booleans are allowed. */
type JsonQuery<T> = { [N in keyof T]: string extends T[N] ? T[N] | number | boolean : T[N] }

/** The query of a search as the body of a POST: it may contain a key, and addresses are logged. */
export const searchBodyOf = <S extends z.ZodObject>(query: S) =>
  z.preprocess((body: JsonQuery<z.input<S>>) => textsOf(body), query)

/** Numbers and booleans as texts, like in a query. */
const textsOf = (body: unknown): unknown =>
  isRecord(body) ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, asQueryValue(value)])) : body

const asQueryValue = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
