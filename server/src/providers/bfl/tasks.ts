import { type JsonRecord, numberOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { VideoError } from '../video-wire.ts'

const pathOf = (id: string): string => `/v1/get_result?id=${encodeURIComponent(id)}`

const isOfMaker = (url: string): boolean => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' && (hostname === 'bfl.ai' || hostname.endsWith('.bfl.ai'))
}

/**
 * Where a task is asked for: the address that its acceptance names, which is one of the region that works on it. The
 * key goes to the channel's own host, and from one of the maker's to another of the maker's. Any other address is not
 * called. https://docs.bfl.ai/api_integration/errors and the references of the models, read 2026-11-30
 */
export function addressOfTask(root: string, { id, pollingUrl }: { id: string; pollingUrl: string }): string {
  const own = root + pathOf(id)
  if (!URL.canParse(pollingUrl) || !URL.canParse(root)) return own
  const isKnown = new URL(pollingUrl).origin === new URL(root).origin || (isOfMaker(pollingUrl) && isOfMaker(root))
  return isKnown ? pollingUrl : own
}

const failingWords = ['Error', 'Failed', 'Request Moderated', 'Content Moderated', 'Task not found']

/** `state`: seen in place of `status`. */
export const wordOf = ({ status, state }: JsonRecord): string => textOf(status) || textOf(state)

export const isReady = (answer: JsonRecord): boolean => wordOf(answer) === 'Ready'

/** A word that is not known is none of an end. */
export const isOver = (answer: JsonRecord): boolean => isReady(answer) || failingWords.includes(wordOf(answer))

/** Where the result is; '' = there is none. It works for ten minutes. */
export const sampleOf = (answer: JsonRecord): string => textOf(recordOf(answer.result).sample)

/** The error of a task that has failed; null = it has not. */
export function taskErrorOf(answer: JsonRecord): VideoError | null {
  const word = wordOf(answer)
  if (!failingWords.includes(word)) return null
  const message = textOf(answer.error) || textOf(recordOf(answer.details).error) || word
  return { fault: /moderated/i.test(word) ? 'moderation' : 'other', message }
}

/** The words of a refused call: `detail` is a text, or a list of the fields that are wrong. */
export function detailOf({ detail, error, message }: JsonRecord): string {
  const [first] = recordsOf(detail)
  return textOf(detail) || textOf(first?.msg) || textOf(error) || textOf(message)
}

/** Per cent; null = unknown. Reported as a part of one. From memory. */
export function progressOf(answer: JsonRecord): number | null {
  const part = numberOf(answer.progress)
  return part === undefined || part < 0 || part > 1 ? null : Math.round(part * 100)
}
