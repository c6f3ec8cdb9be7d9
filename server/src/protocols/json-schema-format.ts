import { isRecord, type JsonRecord, textOf } from '@sluice/contract/read-json'
import type { ResponseFormat } from '../core/chat/chat-request.ts'
import { defined } from '../core/json/defined.ts'

/** The format of an answer by the schema that OpenAI's formats describe in one way; without a schema it is any JSON. */
export function parseJsonSchema(described: JsonRecord): ResponseFormat {
  if (!isRecord(described.schema)) return { kind: 'json' }
  return defined<Extract<ResponseFormat, { kind: 'json_schema' }>>({
    kind: 'json_schema',
    schema: described.schema,
    name: textOf(described.name) || undefined,
    description: textOf(described.description) || undefined,
    strict: typeof described.strict === 'boolean' ? described.strict : undefined,
  })
}
