import { answerSse, type SseScript } from '../answers.ts'
import type { Answer } from '../fake-upstream.ts'
import { json } from './samples.ts'

/** What a format can answer besides the cells of its rows, or why it cannot. */
export interface Replies {
  /** A call with `{"city":"Paris"}` and one without arguments; where the format has ids, the second has none. */
  twoCalls: Answer | string
  /** The same in a stream; the fragments alternate where the format has positions. */
  streamedCalls: Answer | string
  /** `text` without any usage. */
  noUsage: Answer | string
  /** A stream that begins with an error about the request. */
  firstError: Answer | string
  /** A stream that breaks off by an error after some text. */
  midError: Answer | string
  /** Thoughts with the signature `signedState`. */
  signed: Answer | string
  /** Frames of a stream up to its first text. */
  framesToText: number
}
export type ReplyName = Exclude<keyof Replies, 'framesToText'>

export const signedState = 'c2lnbmVkLXN0YXRl'

/** A stream without an end marker. */
export const events = (frames: readonly object[], script: SseScript = {}): Answer =>
  answerSse(json(frames), { done: false, ...script })
/** The error of a request, which each format writes in its own form. */
export const failure = { message: 'the prompt is too odd', type: 'invalid_request_error', code: null }
