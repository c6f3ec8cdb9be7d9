import { type JsonRecord, textOf } from '@sluice/contract/read-json'
import { createObjectFinder, fileInAddress, type ObjectFields } from '../../core/object-fields.ts'

/** https://platform.openai.com/docs/api-reference/responses/create, read 2026-11-28 */
export const responsesObjectFields: ObjectFields = {
  anywhere: ['file_id', 'file_ids', 'container', 'container_id', 'vector_store_ids', 'skill_id'],
  atTop: ['conversation', 'prompt', 'previous_response_id'],
  addresses: ['image_url', 'file_url', 'file_data'],
  idInAddress: fileInAddress,
  idOfItem: referencedItemOf,
  data: ['arguments', 'parameters', 'schema', 'metadata', 'annotations', 'results', 'outputs', 'filters'],
  // Skills that OpenAI offers to everybody.
  isPublic: (field, id) => field === 'skill_id' && id.startsWith('openai-'),
}

export const findResponsesObjects = createObjectFinder(responsesObjectFields)

/** The item that is looked up by its id: named alone, or a picture without its bytes. */
function referencedItemOf(item: JsonRecord): string | null {
  if (item.type === 'item_reference') return textOf(item.id) || null
  return item.type === 'image_generation_call' && textOf(item.result) === '' ? textOf(item.id) || null : null
}
