import { z } from 'zod'

/** A line of the audit trail: what an administrator did, to what, from where. */
export const auditLine = z.object({
  id: z.number(),
  /** Seconds. */
  created_at: z.number(),
  actor_id: z.number(),
  actor_name: z.string(),
  /** `user.update`, `option.set`, … */
  action: z.string(),
  object_type: z.string(),
  /** Empty where the action is about more than one. */
  object_id: z.string(),
  /** JSON texts of what changed; null where there is nothing to tell. Of a value too long only `{cut}`, its beginning. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  ip: z.string(),
  request_id: z.string(),
})
export type AuditLine = z.infer<typeof auditLine>
