import { z } from 'zod'

export const userNoteLimits = { notes: 100, text: 2_000 } as const

/** What an administrator wrote down about an account. The account does not see it. */
export const userNote = z.object({
  id: z.number(),
  text: z.string(),
  author: z.string(),
  author_id: z.number(),
  /** In seconds. */
  created_time: z.number(),
})
export type UserNote = z.infer<typeof userNote>

export const userNoteWrite = z.object({ text: z.string().trim().min(1).max(userNoteLimits.text) })
