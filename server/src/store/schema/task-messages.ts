/** The message to the caller's address about the end of a task, which has at most one. */
export interface TaskMessagesTable {
  /** `tasks.id`. */
  task: number
  user_id: number
  /** `messagePhase`: to be sent, or over. */
  phase: number
  /** Attempts, counted before they are sent. */
  tries: number
  /** How it ended: `told`, `refused` or `gone`; '' = it is to be sent. */
  note: string
  created_at: number
  /** Of the next attempt. */
  due_at: number
  /** The process that sends it; '' = none. */
  claim: string
}
