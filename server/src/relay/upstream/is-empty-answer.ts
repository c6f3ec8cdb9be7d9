import { inputTotal, outputTotal } from '../../core/usage/usage.ts'
import type { ClientTarget } from '../call/client-target.ts'
import type { WireAnswer } from '../call/wire-format.ts'

/** Operations whose answers are objects with results. A transcript may be an empty text, and speech is bytes. */
const withResults: ReadonlySet<ClientTarget['operation']> = new Set([
  ...(['chat', 'completions', 'embeddings', 'moderations', 'rerank'] as const),
  ...(['image_generations', 'image_edits', 'image_variations'] as const),
])

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

/** Whether an answer under status 200 has no result and no usage. Results are checked only if usage is missing. */
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
