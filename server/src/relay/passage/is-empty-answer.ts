import { type JsonRecord, recordOf, recordsOf } from '@sluice/contract/read-json'
import { inputTotal, outputTotal } from '../../core/usage/usage.ts'
import type { ClientTarget } from '../../protocols/client-target.ts'
import type { WireAnswer } from '../../protocols/wire-format.ts'
import { operationOf } from './operations.ts'

/** Result fields of the formats; Gemini answers a blocked prompt without other results. */
const resultFields = [
  'choices',
  'output',
  'content',
  'candidates',
  'promptFeedback',
  'data',
  'results',
  'embedding',
  'embeddings',
  'predictions',
]

/** Formats of transcripts in which silence is an empty text. */
const textFormats: ReadonlySet<unknown> = new Set(['text', 'srt', 'vtt'])

interface RequestedCall {
  target: Pick<ClientTarget, 'operation'>
  request: { body: Readonly<Record<string, unknown>> }
}

/** Whether an answer under status 200 has no result and no usage. Results are checked only if usage is missing. */
export function isEmptyAnswer(
  { target, request }: RequestedCall,
  body: Uint8Array,
  { usage, hasResult }: WireAnswer,
  read?: JsonRecord | null,
): boolean {
  const { emptyWithout } = operationOf(target)
  if (emptyWithout === 'bytes') return body.length === 0 && !textFormats.has(request.body.response_format)
  if (emptyWithout !== 'results') return false
  if (usage !== null && inputTotal(usage) + outputTotal(usage) > 0) return false
  if (hasResult) return !hasResult()
  const wire = read ?? recordOf(JSON.parse(Buffer.from(body).toString('utf8')))
  return resultFields.every((field) => isNothing(wire[field]) || isOnlyOpened(field, wire[field]))
}

/** Choices that only open: none has content, or a reason for its end. */
function isOnlyOpened(field: string, choices: unknown): boolean {
  if (field !== 'choices' && field !== 'candidates') return false
  return recordsOf(choices).every(({ finish_reason, finishReason, text, message, content }) => {
    const fields = Object.entries(recordOf(message ?? content))
    const isBare = fields.every(([name, value]) => name === 'role' || isNothing(value))
    return isBare && [finish_reason, finishReason, text].every(isNothing)
  })
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)
