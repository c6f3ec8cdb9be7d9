/** An answer of the music API: of an upstream to a submission, and of this server to its clients. */
export type MusicAnswer = { code: string; message: string; data: string | MusicTask | MusicTask[] | null }

/** An answer of this server with a fault. */
export type MusicError = MusicAnswer & {
  data: null
  error: { message: string; type: string; param: null; code: string }
}

/**
 * Times in seconds; `progress` is a per cent such as `45%`. `data` has songs or lyrics as they came; null = none yet.
 */
export type MusicTask = {
  task_id: string
  action: string
  status: string
  fail_reason: string
  submit_time: number
  start_time: number
  finish_time: number
  progress: string
  data: unknown
}
