import { inputTotal, outputTotal } from '../../core/usage/usage.ts'
import type { ClientTarget } from '../call/client-target.ts'
import type { WireAnswer } from '../call/wire-format.ts'

/** Operations whose answers are objects that hold their results. A transcript may be an empty text, and sound is bytes. */
const withResults: ReadonlySet<ClientTarget['operation']> = new Set([
  ...(['chat', 'completions', 'embeddings', 'moderations', 'rerank'] as const),
  ...(['image_generations', 'image_edits', 'image_variations'] as const),
])

/** Where the formats keep what was asked for; a blocked prompt is an answer of Gemini's. */
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
]

/** Whether an answer under status 200 holds nothing: no result and no usage. Only one without usage is read again. */
export function isEmptyAnswer(
  { operation }: ClientTarget,
  body: Uint8Array,
  { usage, hasResult }: WireAnswer,
): boolean {
  if (!withResults.has(operation)) return false
  if (usage !== null && inputTotal(usage) + outputTotal(usage) > 0) return false
  if (hasResult) return !hasResult()
  const wire = JSON.parse(Buffer.from(body).toString('utf8')) as Record<string, unknown>
  return resultFields.every((field) => isNothing(wire[field]))
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)
