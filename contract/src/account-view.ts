import { z } from 'zod'

/** How long a view lasts. */
export const viewMinutes = 30
/** Views of one session at a time; one more ends the oldest. */
export const viewsPerSessionMax = 10

export const viewReasonMax = 200
/** Why the administrator looks; '' = not said. The audit trail keeps it. */
export const viewRequest = z.object({ reason: z.string().trim().max(viewReasonMax).default('') })

/** The secret of the header. */
const viewSecret = z.string().regex(/^[\w-]{43}$/)
/** `view` is in this answer alone. In seconds. */
export const startedView = z.object({ view: viewSecret, expires_at: z.number() })
export type StartedView = z.infer<typeof startedView>

export const viewEnd = z.object({ view: viewSecret })

/** A view, for the tab that shows it. */
export const accountView = z.object({
  /** The account that is looked at. */
  username: z.string(),
  user_id: z.number(),
  /** The administrator, who alone can end it. */
  viewer_id: z.number(),
  viewer: z.string(),
  /** How long it still lasts, in seconds: independent of the clock of the reader. */
  seconds_left: z.number(),
})
export type AccountView = z.infer<typeof accountView>
