import { z } from 'zod'
import { adminPermissions } from './admin-permissions.ts'
import { plain } from './plain-text.ts'

export const adminRoleLimits = { roles: 50, name: 64 } as const

/** A role of the operator's own: a named set of rights. Times are in seconds. */
export const adminRole = z.object({
  id: z.number(),
  name: z.string(),
  /** Every right with its value. */
  permissions: adminPermissions,
  /** How many accounts have it. */
  holders: z.number(),
  created_time: z.number(),
  updated_time: z.number(),
})
export type AdminRole = z.infer<typeof adminRole>

/** An absent right of a new role is given, of an existing one keeps its value. */
export const adminRoleWrite = z.object({
  name: plain(z.string().trim().normalize('NFC').min(1).max(adminRoleLimits.name)),
  permissions: adminPermissions,
})
export type AdminRoleWrite = z.input<typeof adminRoleWrite>
