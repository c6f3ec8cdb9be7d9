import { z } from 'zod'

/** The envelope of the management API. Business failures are HTTP 200 with `success: false`. */
export interface Envelope<T> {
  success: boolean
  message: string
  data: T
  /** Set on failures: the entry of the error catalogue. */
  code?: string
  /** Set on failures: the id to quote when asking for help. */
  request_id?: string
  /** Set on failures of a form: field name to what is wrong with it. */
  fields?: Record<string, string>
}

export interface PagedList<T> {
  items: T[]
  total: number
  page: number
  page_size: number
}

export const pagedListOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.number(), page: z.number(), page_size: z.number() })
