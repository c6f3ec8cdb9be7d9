import { type JsonRecord, textOf } from '@sluice/contract/read-json'
import { createObjectFinder, fileInAddress, type ObjectFields } from '../../core/object-fields.ts'

/** Ids that Anthropic gives to skills of accounts; its own skills have names, such as `pptx`. */
const customSkill = /^skill_/i

/** Skills that Anthropic offers to everybody, and what earlier answers report of files that code has written. */
const isPublic = (field: string, id: string, { type }: JsonRecord): boolean =>
  field === 'skill_id'
    ? type === 'anthropic' && !customSkill.test(id)
    : field === 'file_id' && textOf(type).endsWith('_output')

/** https://docs.anthropic.com/en/api/messages, with the betas of files, containers and skills, read 2026-11-28 */
export const anthropicObjectFields: ObjectFields = {
  anywhere: ['file_id', 'skill_id', 'user_profile_id'],
  atTop: ['container'],
  // An upstream of Google's may answer a translated call.
  addresses: ['url'],
  idInAddress: fileInAddress,
  data: ['input', 'input_schema', 'input_examples', 'schema', 'metadata', 'citations'],
  isPublic,
}

export const findAnthropicObjects = createObjectFinder(anthropicObjectFields)

/** The caller writes the type that makes an id public, so such an id must at least be no other account's. */
export const findTypedAnthropicObjects = createObjectFinder({
  anywhere: ['file_id', 'skill_id'],
  data: anthropicObjectFields.data,
  isPublic: (field, id, owner) => !isPublic(field, id, owner),
})
