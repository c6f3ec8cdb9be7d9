import type { Generated } from 'kysely'

/** A file or a batch that an upstream stores for an account of this gateway. */
export interface StoredObjectsTable {
  id: Generated<number>
  /** `StoredObjectKind`. */
  kind: string
  /** The upstream's id; clients name the object by it. */
  object_id: string
  user_id: number
  /** The upstream account: the channel, and which of its keys. */
  channel_id: number
  key_mark: string
  /** Of a file of results: the `id` of the batch here; null = any other object. */
  batch_id: number | null
  /** JSON text of the object as the upstream showed it last. */
  data: string
  /** JSON text of what the gateway knows of it: `StoredFile` or `StoredBatch`. */
  details: string
  /** `batchPhase`; files are over from the start. */
  phase: number
  /** Counts changes, so that of two at the same time one is seen to come later. */
  revision: number
  created_at: number
  updated_at: number
  /** When it is to be looked at next. */
  due_at: number
  /** Which process looks at it now; '' = none. */
  claim: string
}

/** Work that an upstream does after the call. `phase` says what is left to do; it only moves forward. */
export interface TasksTable {
  id: Generated<number>
  /** Contract `TaskPlatform`. */
  platform: string
  /** The upstream's name of the task, by which clients refer to it. '' = the upstream gave none. */
  task_id: string
  user_id: number
  username: string
  token_id: number | null
  channel_id: number
  /** `markOfKey` of the channel's key that submitted the task; null = unknown. */
  key_mark: string | null
  group_name: string
  /** The model that set the price. */
  model_name: string
  action: string
  /** The request id, which is the ref of the charge. */
  request_ref: string
  /** The charge of a successful task, at the list price and at cost (null = unknown). */
  quota: number
  list_quota: number
  cost_quota: number | null
  /** The upstream's code for the submission. */
  code: number
  /** `taskPhase`: open, to be refunded, over, refunded. */
  phase: number
  /** Counts changes, so that the later one of two simultaneous changes is detected. */
  revision: number
  status: string
  /** Per cent. */
  progress: number
  fail_reason: string
  prompt: string
  /** JSON text of the platform's other data about it. */
  data: string
  /** The caller's notification address, in the secret box. */
  hook_box: string | null
  submitted_at: number
  /** 0 = not yet; the same for `finished_at`. */
  started_at: number
  finished_at: number
  created_at: number
  updated_at: number
  /** When it is checked next. */
  due_at: number
  /** The node that checks it now; '' = none. */
  claim: string
}
