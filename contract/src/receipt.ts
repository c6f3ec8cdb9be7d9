import { z } from 'zod'
import { usageLog } from './usage-log.ts'
import { linkColumns } from './usage-log-readers.ts'

const receiptDaysMax = 30
export const receiptDaysDefault = 7

/** The row of a call, by its number and its time in seconds, and how long a link to its receipt works. */
export const receiptLinkRequest = z.object({
  id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  created_at: z.number().int().positive().max(999_999_999_999),
  days: z.number().int().min(1).max(receiptDaysMax).default(receiptDaysDefault),
})
export type ReceiptLinkRequest = z.input<typeof receiptLinkRequest>

/** `link` is the last part of the address of the page. Time in seconds. */
export const receiptLink = z.object({ link: z.string(), expires_at: z.number() })
export type ReceiptLink = z.infer<typeof receiptLink>

export const receiptParams = z.object({ link: z.string().max(200) })

/**
 * What a link shows: the amounts of a call, without its content, its account, its key and its route. `other` is JSON
 * text, `UsageLogDetail` without texts of upstreams. Times in seconds.
 */
export const sharedReceipt = usageLog.pick(linkColumns).extend({ expires_at: z.number() })
export type SharedReceipt = z.infer<typeof sharedReceipt>
