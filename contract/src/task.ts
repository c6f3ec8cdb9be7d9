import { z } from 'zod'

/** The platform that runs a task. Drawing has a separate log. */
export const taskPlatforms = ['mj', 'suno', 'video'] as const
export type TaskPlatform = (typeof taskPlatforms)[number]

export const musicActions = ['MUSIC', 'LYRICS'] as const
export type MusicAction = (typeof musicActions)[number]

export const taskStatuses = [
  'NOT_START',
  'SUBMITTED',
  'QUEUED',
  'IN_PROGRESS',
  'FAILURE',
  'SUCCESS',
  'UNKNOWN',
] as const
/** A line of the task log. Times in seconds, 0 = not yet. */
export const task = z.object({
  id: z.number(),
  created_at: z.number(),
  updated_at: z.number(),
  task_id: z.string(),
  platform: z.string(),
  user_id: z.number(),
  username: z.string(),
  /** 0 in lists of the account's own tasks. */
  channel_id: z.number(),
  /** '' in lists of the account's own tasks, and for a deleted channel. */
  channel_name: z.string(),
  quota: z.number(),
  /** The charge was refunded. */
  is_refunded: z.boolean(),
  action: z.string(),
  status: z.string(),
  fail_reason: z.string(),
  submit_time: z.number(),
  start_time: z.number(),
  finish_time: z.number(),
  /** `0%` to `100%`. */
  progress: z.string(),
  properties: z.object({ input: z.string() }),
  /** The upstream's results, as it reported them; null = none yet. */
  data: z.unknown(),
})
export type Task = z.infer<typeof task>
