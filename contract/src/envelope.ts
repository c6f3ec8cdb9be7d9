import { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'

/** A reason as data: its code, its values, and the entry that it concerns. */
export const reasonData = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  at: z.string().optional(),
})

/** The envelope of the management API. Business failures are HTTP 200 with `success: false`. */
export interface Envelope<T> {
  success: boolean
  message: string
  data: T
  /**
   * Set on failures: the entry of the error catalogue. A server of another version may send an unknown code: check it
   * with `isErrorCode` before reading its entry.
   */
  code?: ErrorCode
  /** Set on failures: the id to quote when asking for help. */
  request_id?: string
}

/** An error of the catalogue on the wire: the data of its message. */
export const errorData = z.object({
  code: z.string<ErrorCode>(),
  /** The values of the message; a reason among them is an English sentence. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Params that are reasons, as data. */
  param_reasons: z.record(z.string(), reasonData).optional(),
})

/** The answer of the management API to every failure. Messages are in the language of the request. */
export const failure = errorData.extend({
  success: z.literal(false),
  message: z.string(),
  request_id: z.string(),
  /** A form field and its fault: a message, the same in English, and as data. */
  fields: z.record(z.string(), z.string()).optional(),
  reasons: z.record(z.string(), z.string()).optional(),
  field_reasons: z.record(z.string(), reasonData).optional(),
  /** From status 500 on. */
  error: z.object({ message: z.string(), type: z.string(), param: z.string(), code: z.string() }).optional(),
})

/** The number of the rows of a list. */
export interface ListTotal {
  total: number
  /** Where counting stopped: there may be more rows than `total`. Absent = `total` is exact. */
  total_max?: number | undefined
}

export interface PagedList<T> extends ListTotal {
  items: T[]
  page: number
  page_size: number
}

export const pagedListOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.number(),
    total_max: z.number().optional(),
    page: z.number(),
    page_size: z.number(),
  })
