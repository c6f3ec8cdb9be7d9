const keepAlive = /^\s*\{\s*"type"\s*:\s*"(?:ping|keepalive)"/
const bareValue = /^\s*(?:\{\s*\}|\[\s*\]|null|"")\s*$/
const bareEnd = /^\s*(?:\[DONE\]|\{\s*"type"\s*:\s*"message_stop"\s*\})\s*$/
const noChoice = /"choices"\s*:\s*\[\s*\]/

/** Frame data that is not part of the answer yet. */
export type OpeningKind =
  /** Comments and pings: they only show that the upstream is alive. */
  | 'keep-alive'
  /** The end marker, an empty frame, or a host's metadata outside the answer. */
  | 'nothing'
  | 'answer'

/** Whether `data` is part of an answer, in any format; null for a frame without data. */
export function openingKindOf(data: string | null): OpeningKind {
  if (data === null || data === '' || keepAlive.test(data)) return 'keep-alive'
  if (bareEnd.test(data) || bareValue.test(data)) return 'nothing'
  return noChoice.test(data) && !/"usage"\s*:\s*\{/.test(data) && !/"error"\s*:/.test(data) ? 'nothing' : 'answer'
}
