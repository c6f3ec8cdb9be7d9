import { z } from 'zod'

/** The actions of a drawing task, by the names of Midjourney proxies. */
export const drawingActions = [
  'IMAGINE',
  'UPSCALE',
  'VARIATION',
  'HIGH_VARIATION',
  'LOW_VARIATION',
  'PAN',
  'DESCRIBE',
  'BLEND',
  'UPLOAD',
  'SHORTEN',
  'REROLL',
  'INPAINT',
  'ZOOM',
  'CUSTOM_ZOOM',
  'MODAL',
  'SWAP_FACE',
  'EDITS',
  'VIDEO',
] as const
export type DrawingAction = (typeof drawingActions)[number]

export const drawingStatuses = ['NOT_START', 'SUBMITTED', 'MODAL', 'IN_PROGRESS', 'FAILURE', 'SUCCESS'] as const
/** The upstream's answer to the submission. */
export const submitCode = { submitted: 1, exists: 21, queued: 22, queueFull: 23, bannedWord: 24 } as const

/** A line of the drawing log. Times in milliseconds, 0 = not yet. */
export const drawingTask = z.object({
  id: z.number(),
  /** The upstream's code for the submission; 0 = it gave none. */
  code: z.number(),
  user_id: z.number(),
  username: z.string(),
  action: z.string(),
  mj_id: z.string(),
  prompt: z.string(),
  prompt_en: z.string(),
  description: z.string(),
  state: z.string(),
  submit_time: z.number(),
  start_time: z.number(),
  finish_time: z.number(),
  /** The picture's address for clients; '' = none yet. */
  image_url: z.string(),
  /** The addresses of its videos at the upstream. */
  video_urls: z.array(z.string()),
  /** The picture through this server, as a path, for the console. */
  preview_path: z.string(),
  status: z.string(),
  /** `0%` to `100%`. */
  progress: z.string(),
  fail_reason: z.string(),
  /** 0 in lists of the account's own tasks. */
  channel_id: z.number(),
  /** '' in lists of the account's own tasks, and for a deleted channel. */
  channel_name: z.string(),
  quota: z.number(),
  /** The charge was refunded. */
  is_refunded: z.boolean(),
  /** Buttons that lead to a further task without a form, while the drawing has its result. */
  actions: z.array(z.object({ custom_id: z.string(), label: z.string(), action: z.enum(drawingActions) })),
  /** JSON texts; '' = none. */
  buttons: z.string(),
  properties: z.string(),
})
export type DrawingTask = z.infer<typeof drawingTask>
