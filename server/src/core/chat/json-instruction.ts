import type { ResponseFormat } from './chat-request.ts'

/** An instruction to answer in `format`, for models without a setting for it; '' for plain text. */
export function jsonInstruction(format: ResponseFormat): string {
  if (format.kind === 'text') return ''
  const instruction = 'Answer with JSON only, without any text around it.'
  return format.kind === 'json'
    ? instruction
    : `${instruction} It must match this JSON Schema: ${JSON.stringify(format.schema)}`
}
