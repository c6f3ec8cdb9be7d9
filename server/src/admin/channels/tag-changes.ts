import type { channelTagWrite } from '@sluice/contract/channel-batch'
import type { z } from 'zod'
import type { ChannelUpdate } from '../../store/schema.ts'
import { parseGroups, parseModels } from './parse-channel-write.ts'

export type TagWrite = z.output<typeof channelTagWrite>

/** Null, absent or empty leaves a field as it is; an empty new tag dissolves the tag. */
export function tagChangesOf(write: TagWrite): ChannelUpdate {
  const changes: ChannelUpdate = {}
  const models = parseModels(write.models ?? '')
  const groups = parseGroups(write.groups ?? '')
  if (models !== '') changes.models = models
  if (groups !== '') changes.group_names = groups
  if (write.model_mapping?.trim()) changes.model_mapping = write.model_mapping.trim()
  if (typeof write.priority === 'number') changes.priority = write.priority
  if (typeof write.weight === 'number') changes.weight = write.weight
  if (typeof write.new_tag === 'string')
    changes.tag = write.new_tag.trim() === '' ? null : write.new_tag.trim()
  return changes
}
