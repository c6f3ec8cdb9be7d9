import { z } from 'zod'
import { accountGroups } from './account-groups.ts'
import { groupNameMax } from './name-lists.ts'
import { isPlain } from './plain-text.ts'
import { balanceMax } from './quota.ts'
import { because } from './reason-of-issue.ts'
import { userStatus } from './roles.ts'

export const userBatchMax = 500
export const balanceReasonMax = 200
export const userMessageBounds = { titleMax: 120, contentMax: 4_000 } as const

/** One line of a person's own words. */
const line = (max: number) => z.string().trim().max(max).refine(isPlain, because('unseenCharacters'))

/** Why a balance was adjusted: for the ledger and the audit trail, not for the account. */
export const balanceReason = line(balanceReasonMax)

const ids = z.array(z.number().int().positive()).min(1).max(userBatchMax)

/** The caller's name of this action: a repeated request does nothing more. */
const batch = z
  .string()
  .regex(/^[\w-]{8,36}$/)
  .optional()

/** The statuses that an administrator sets. The API description would name the first value alone. */
const statuses = [userStatus.enabled, userStatus.banned]
const switched = z.literal(statuses).meta({ type: 'integer', enum: statuses })

/** Body of POST /api/user/batch/status. */
export const userBatchStatus = z.object({ ids, status: switched })

/** Body of POST /api/user/batch/group: replaces the groups of each account. */
export const userBatchGroup = z.object({
  ids,
  group: z
    .string()
    .trim()
    .max(groupNameMax)
    .refine((text) => accountGroups(text).length > 0, because('required')),
})

/**
 * Body of POST /api/user/batch/balance: adds `amount` to each balance, below 0 takes it. A balance that would become a
 * debt, or a larger one, is refused without `allow_debt`.
 */
export const userBatchBalance = z.object({
  ids,
  amount: z
    .number()
    .int()
    .min(-balanceMax)
    .max(balanceMax)
    .refine((amount) => amount !== 0, because('required')),
  reason: balanceReason.min(1),
  allow_debt: z.boolean().default(false),
  batch,
})
export type UserBatchBalance = z.input<typeof userBatchBalance>

/** Body of POST /api/user/batch/message: sent to each account by mail or to its webhook. */
export const userBatchMessage = z.object({
  ids,
  title: line(userMessageBounds.titleMax).min(1),
  content: z.string().trim().min(1).max(userMessageBounds.contentMax),
  batch,
})
export type UserBatchMessage = z.input<typeof userBatchMessage>

/** Body of POST /api/user/batch/message/preview. */
export const userBatchIds = z.object({ ids })

/** An account that a bulk action left as it was, and why: an error of the catalogue and its message. */
const userBatchRefusal = z.object({
  id: z.number(),
  /** '' = there is no such account. */
  username: z.string(),
  code: z.string(),
  message: z.string(),
})
export type UserBatchRefusal = z.infer<typeof userBatchRefusal>

/** Answer of the bulk actions. */
export const userBatchAnswer = z.object({ done: z.number(), refused: z.array(userBatchRefusal) })
export type UserBatchAnswer = z.infer<typeof userBatchAnswer>

/** How many accounts a message would reach by each way, and which ones it would not. */
export const userMessagePreview = z.object({
  mail: z.number(),
  webhook: z.number(),
  /** Without a mail server, no account is reached by mail. */
  has_mail_server: z.boolean(),
  refused: z.array(userBatchRefusal),
})

/** How far the delivery of a message is: it ends when `sent`, `failed` and `cancelled` sum to `receivers`. */
export const userMessage = z.object({
  id: z.number(),
  title: z.string(),
  receivers: z.number(),
  sent: z.number(),
  failed: z.number(),
  cancelled: z.number(),
})
export type UserMessage = z.infer<typeof userMessage>

/** Answer of POST /api/user/batch/message. `message` null = no account can be reached. */
export const userMessageAnswer = userBatchAnswer.extend({ message: userMessage.nullable() })
