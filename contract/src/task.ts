import { z } from 'zod'

/** The platform that runs a task. Drawing has a separate log. */
export const taskPlatforms = ['mj', 'suno', 'video', 'image'] as const
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

/** What a video is. Neither its upstream nor an address there. */
const taskVideo = z.object({
  model: z.string(),
  seconds: z.number(),
  /** `720p`; '' = the model has no such setting. */
  resolution: z.string(),
  /** `1280x720`; '' = the caller named none. */
  size: z.string(),
  has_sound: z.boolean(),
  /** Path of the file below the site's address, which needs no key; '' = there is none yet, or its owner deleted it. */
  url: z.string(),
  /** When the file is gone, in seconds; 0 = unknown. */
  expires_at: z.number(),
  /** It failed because the maker refuses the content. */
  is_moderated: z.boolean(),
})

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
  /** Null = no video. */
  video: taskVideo.nullable(),
})
export type Task = z.infer<typeof task>

/** Unfinished tasks of one channel, of which the oldest was submitted at `oldest_at` (seconds). */
export const openTasks = z.object({
  channel_id: z.number(),
  /** '' for a deleted channel. */
  channel_name: z.string(),
  count: z.number(),
  oldest_at: z.number(),
})
export type OpenTasks = z.infer<typeof openTasks>

export const endReasonMax = 500

/** Ends a task by hand. */
export const taskEnd = z.object({
  result: z.literal('failed'),
  /** What the account reads as the reason. */
  reason: z.string().trim().min(1).max(endReasonMax),
})
