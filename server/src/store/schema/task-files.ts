import type { Generated } from 'kysely'

/** A file of a finished task, which is copied before its maker deletes it. */
export interface TaskFilesTable {
  id: Generated<number>
  /** `tasks.id`, and the number of the output. */
  task: number
  output: number
  user_id: number
  /** `filePhase`: to be copied, kept, to be deleted, or not copied. */
  phase: number
  /** `folder` or `bucket`; '' = no copy was begun. */
  place: string
  /** Its name there. */
  object_key: string
  /** 0 until it is kept. */
  bytes: number
  media_type: string
  /** Failed attempts. */
  tries: number
  /** Why it is not copied: `size`, `account`, `gone`, `off`. */
  note: string
  kept_at: number
  created_at: number
  /** Of the next attempt; of a kept file, when it is deleted. */
  due_at: number
  /** The process that copies or deletes it; '' = none. */
  claim: string
}
