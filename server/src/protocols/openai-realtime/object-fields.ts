import { readPlainRecord } from '../../core/json/read-record.ts'
import { createObjectFinder, type ObjectFields } from '../../core/object-fields.ts'

/** https://platform.openai.com/docs/api-reference/realtime-client-events, read 2026-11-28 */
export const realtimeObjectFields: ObjectFields = {
  anywhere: ['file_id', 'file_ids', 'vector_store_ids', 'container', 'container_id', 'prompt', 'voice'],
  data: ['arguments', 'parameters', 'metadata'],
  // As a text they are an instruction and the name of a voice; a stored prompt and a made voice are objects.
  isPublic: (field, id, owner) => (field === 'prompt' || field === 'voice') && owner.id !== id,
}

const find = createObjectFinder(realtimeObjectFields)
/** Beginnings of those fields. Most events have none, or escaped letters. */
const mayName = /"(?:file_id|vector_st|container|prompt|voice)|\\u00/

/** The ids of stored objects that a client's event names. */
export const objectsInEvent = (message: string): readonly string[] =>
  mayName.test(message) ? find(readPlainRecord(message) ?? {}) : []
