import { answerJson, answerSse, type SseScript } from './answers.ts'
import type { Answer } from './fake-upstream.ts'

/** A provider with a format of its own, as its documentation describes it. It answers `text`, with 100 tokens in and 20 out. */
export interface OwnHost {
  name: string
  type: number
  model: string
  other?: string
  path: string
  signed: [name: string, value: string]
  /** What it is sent of the question, beside the model. */
  asked: Record<string, unknown>
  plain: Answer
  stream(script?: SseScript): Answer
  /** Frames of the stream before the last. */
  framesBeforeEnd: number
  refusal: Answer
  /** An error under status 200, and the status it stands for. */
  hiddenError: { answer: Answer; status: number }
}

export const text = 'The river runs.'
const pieces = ['The', ' river', ' runs.']

const cohereUsage = { billed_units: { input_tokens: 100, output_tokens: 20 }, tokens: { input_tokens: 300 } }
const cohereFrames = [
  { type: 'message-start', id: 'a', delta: { message: { role: 'assistant' } } },
  { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
  ...pieces.map((piece) => ({
    type: 'content-delta',
    index: 0,
    delta: { message: { content: { text: piece } } },
  })),
  { type: 'content-end', index: 0 },
  { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage: cohereUsage } },
]

const json = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value))

export const ownHosts: OwnHost[] = [
  {
    name: 'Cohere',
    type: 34,
    model: 'command-a-03-2025',
    path: '/v2/chat',
    signed: ['authorization', 'Bearer sk-upstream'],
    asked: { model: 'command-a-03-2025', messages: [{ role: 'user', content: 'Where does the river run?' }] },
    plain: answerJson({
      id: 'a',
      finish_reason: 'COMPLETE',
      message: { role: 'assistant', content: [{ type: 'text', text }] },
      usage: cohereUsage,
    }),
    stream: (script) => answerSse(json(cohereFrames), { done: false, ...script }),
    framesBeforeEnd: cohereFrames.length - 1,
    refusal: answerJson({ message: 'invalid api token' }, { status: 401 }),
    hiddenError: { answer: answerJson({ finish_reason: 'TIMEOUT', message: { content: [] } }), status: 504 },
  },
]
