import { z } from 'zod'

/**
 * Whether a change can be undone. `changed`: one of its fields was changed again since. `unknown`: the audit trail does
 * not hold a former value, as it is a secret or too long. `none`: it is no change of fields.
 */
const undoStates = ['possible', 'changed', 'unknown', 'none'] as const

/** A line of the audit trail about one channel, with the fields that it changed. */
const channelChange = z.object({
  id: z.number(),
  /** Seconds. */
  created_at: z.number(),
  /** '' = the gateway itself. */
  actor_name: z.string(),
  /** `channel.update`, `channel.status`, … */
  action: z.string(),
  /** In the names and forms of a channel; null = not kept. Without those whose name alone is known. */
  fields: z.array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  undo: z.enum(undoStates),
})
export type ChannelChange = z.infer<typeof channelChange>

/** Answer of GET /api/channel/:id/changes: the newest, at most `channelChangesMax`. */
export const channelChanges = z.object({
  items: z.array(channelChange),
  /** All lines of the channel. */
  total: z.number(),
})
export type ChannelChanges = z.infer<typeof channelChanges>

export const channelChangesMax = 20

/** Body of POST /api/channel/:id/undo. */
export const channelUndo = z.object({
  /** The id of the line. */
  change: z.number().int().positive(),
})
