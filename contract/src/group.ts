import { z } from 'zod'

/** The group of tokens that try several groups in order. A group that exists under this name keeps its own meaning. */
export const autoGroup = 'auto'

/**
 * A group that exists or is referred to, with the numbers of existing accounts, tokens and channels that refer to it.
 */
export const groupUse = z.object({
  group: z.string(),
  /** False: it has no ratio, so calls that use it are refused. */
  exists: z.boolean(),
  users: z.number(),
  tokens: z.number(),
  channels: z.number(),
})
export type GroupUse = z.infer<typeof groupUse>

/** Body of `POST /api/group/move`. */
export const groupMove = z.object({
  from: z.string().min(1).max(255),
  /** A group that exists. */
  to: z.string().min(1).max(255),
})

/** How many were moved. */
export const groupMoved = groupUse.pick({ users: true, tokens: true, channels: true })

/**
 * Answer of GET /api/token/auto-groups: the groups that a token of group `auto` may name, in the order of the operator.
 */
export const autoGroupChoice = z.object({
  groups: z.array(z.string()),
  max_count: z.number(),
})
export type AutoGroupChoice = z.infer<typeof autoGroupChoice>
