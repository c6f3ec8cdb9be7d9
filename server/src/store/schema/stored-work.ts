import type { Generated } from 'kysely'

/** A file, a batch or an answer that an upstream stores for an account of this gateway. */
export interface StoredObjectsTable {
  id: Generated<number>
  /** `StoredObjectKind`. */
  kind: string
  /** The upstream's id; clients name the object by it. */
  object_id: string
  user_id: number
  /** The upstream account: the channel and one of its keys. */
  channel_id: number
  key_mark: string
  /** For a result file, the `id` of its batch in this table; null = another object. */
  batch_id: number | null
  /** JSON text of the upstream's last answer about the object. */
  data: string
  /** JSON text of the gateway's own data: `StoredFile`, or `DepositedWork` of a batch or an answer. */
  details: string
  /** `workPhase`; a file is always `over`. */
  phase: number
  /** Counts changes, so that the later one of two simultaneous changes is detected. */
  revision: number
  created_at: number
  updated_at: number
  /** Time of the next check. */
  due_at: number
  /** The process that checks it; '' = none. */
  claim: string
}

/** Tasks of upstreams that continue after the call. `phase` is the remaining work and only increases. */
export interface TasksTable {
  id: Generated<number>
  /** Contract `TaskPlatform`. */
  platform: string
  /** The upstream's id of the task, which clients use too; '' = the upstream sent none. */
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
  /** JSON text of the platform's other data. */
  data: string
  /** The caller's notification address, in the secret box. */
  hook_box: string | null
  submitted_at: number
  /** 0 = not yet; the same for `finished_at`. */
  started_at: number
  finished_at: number
  created_at: number
  updated_at: number
  /** Time of the next check. */
  due_at: number
  /** The node that checks it now; '' = none. */
  claim: string
  /** When its owner deleted it from the lists of the API; 0 = not. */
  hidden_at: Generated<number>
}
