const keepAlive = /^\s*\{\s*"type"\s*:\s*"(?:ping|keepalive)"/
const bareEnd = /^\s*(?:\[DONE\]|\{\s*"type"\s*:\s*"message_stop"\s*\})\s*$/
const noChoice = /"choices"\s*:\s*\[\s*\]/

/** What a frame's data is before anything of the answer has come. */
export type OpeningKind =
  /** Comments and pings: the upstream is awake, and that is all. */
  | 'keep-alive'
  /** The end marker, or what hosts tell of a request beside its answer. */
  | 'nothing'
  | 'answer'

/** Whether `data` is part of an answer, in any format; null for a frame without data. */
export function openingKindOf(data: string | null): OpeningKind {
  if (data === null || data === '' || keepAlive.test(data)) return 'keep-alive'
  if (bareEnd.test(data)) return 'nothing'
  return noChoice.test(data) && !/"usage"\s*:\s*\{/.test(data) && !/"error"\s*:/.test(data)
    ? 'nothing'
    : 'answer'
}
