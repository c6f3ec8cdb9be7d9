import { textOf } from '@sluice/contract/read-json'
import { createObjectFinder, fileInAddress, type ObjectFields } from '../../core/object-fields.ts'

/** https://docs.anthropic.com/en/api/messages, with the betas of files, containers and skills, read 2026-11-28 */
export const anthropicObjectFields: ObjectFields = {
  anywhere: ['file_id', 'skill_id', 'user_profile_id'],
  atTop: ['container'],
  // An upstream of Google's may answer a translated call.
  addresses: ['url'],
  idInAddress: fileInAddress,
  data: ['input', 'input_schema', 'input_examples', 'schema', 'metadata', 'citations'],
  // Skills that Anthropic offers to everybody, and what earlier answers report of files that code has written.
  isPublic: (field, _id, { type }) =>
    field === 'skill_id' ? type === 'anthropic' : field === 'file_id' && textOf(type).endsWith('_output'),
}

export const findAnthropicObjects = createObjectFinder(anthropicObjectFields)
