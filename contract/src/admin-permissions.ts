import { z } from 'zod'
import type { AdminPermissions } from './admin-rights.ts'

const flag = z.boolean().exactOptional()
/** `AdminPermissions`: other areas and actions are refused. */
export const adminPermissions = z.strictObject({
  channel: z.strictObject({ read: flag, operate: flag, write: flag, sensitive_write: flag }).exactOptional(),
  user: z.strictObject({ read: flag, write: flag, balance: flag }).exactOptional(),
  billing: z.strictObject({ read: flag, write: flag }).exactOptional(),
  setting: z.strictObject({ read: flag, write: flag }).exactOptional(),
  log: z.strictObject({ read: flag }).exactOptional(),
  audit: z.strictObject({ read: flag }).exactOptional(),
}) satisfies z.ZodType<AdminPermissions>
