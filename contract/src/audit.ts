import { z } from 'zod'

/** A line of the audit trail: an administrator's action, its object, and the address. */
export const auditLine = z.object({
  id: z.number(),
  /** Seconds. */
  created_at: z.number(),
  actor_id: z.number(),
  actor_name: z.string(),
  /** `user.update`, `option.set`, … */
  action: z.string(),
  object_type: z.string(),
  /** Empty for actions on several objects. */
  object_id: z.string(),
  /**
   * JSON texts of the changed values; null when there are none. A value that is too long is stored as `{cut}`, its
   * beginning.
   */
  before: z.string().nullable(),
  after: z.string().nullable(),
  ip: z.string(),
  request_id: z.string(),
})
export type AuditLine = z.infer<typeof auditLine>
