import { isRecord, type JsonRecord, listOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { createObjectFinder, type FindObjectIds, fileInAddress, type ObjectFields } from '../../core/object-fields.ts'
import { referenceOf } from './item-reference.ts'

/** https://platform.openai.com/docs/api-reference/responses/create, read 2026-11-28 */
export const responsesObjectFields: ObjectFields = {
  anywhere: ['file_id', 'file_ids', 'container', 'container_id', 'vector_store_ids', 'skill_id'],
  atTop: ['conversation', 'prompt', 'previous_response_id'],
  addresses: ['image_url', 'file_url', 'file_data'],
  idInAddress: fileInAddress,
  idsOfItem: picturesOf,
  data: [
    'arguments',
    'parameters',
    'schema',
    'metadata',
    'annotations',
    'results',
    'outputs',
    'filters',
    'input_examples',
    'client_metadata',
  ],
  // Skills that OpenAI offers to everybody.
  isPublic: (field, id) => field === 'skill_id' && id.startsWith('openai-'),
}

const find = createObjectFinder(responsesObjectFields)

export const findResponsesObjects: FindObjectIds = (body) => {
  const referred = listOf(body.input).flatMap((item) => referenceOf(item) ?? [])
  return referred.length === 0 ? find(body) : [...new Set([...find(body), ...referred])]
}

/**
 * The ids of items without content, which the upstream loads by the id. Clients also return such items from other
 * upstreams and from translated answers, so an id may have no known owner.
 */
export const findRestatedItems: FindObjectIds = (body) => [
  ...new Set(recordsOf(body.input).flatMap((item) => (isRestated(item) ? [textOf(item.id)] : []))),
]

function isRestated({ type, id, encrypted_content, results, action }: JsonRecord): boolean {
  if (textOf(id) === '') return false
  if (type === 'reasoning') return textOf(encrypted_content) === ''
  return (type === 'file_search_call' && !Array.isArray(results)) || (type === 'web_search_call' && !isRecord(action))
}

/** A picture without its bytes is looked up by its id. */
function picturesOf({ type, id, result }: JsonRecord): readonly string[] {
  return type === 'image_generation_call' && textOf(result) === '' && textOf(id) !== '' ? [textOf(id)] : none
}

const none: readonly string[] = []
