import type { ChannelBatchEdit } from '@sluice/contract/channel-batch'
import { makeReason } from '@sluice/contract/error-reasons'
import { splitNames } from '../../state/build-channel-state.ts'
import type { ChannelRow, ChannelUpdate } from '../../store/schema.ts'
import { refusedField } from '../refused-field.ts'
import { parseGroups, parseModels } from './parse-channel-write.ts'

export type BatchEdit = Omit<ChannelBatchEdit, 'ids'>

/** What is added to and removed from the lists of each channel. */
interface ListEdits {
  add_models: string[]
  remove_models: string[]
  add_groups: string[]
  remove_groups: string[]
}

/** The figures that an edit sets. */
export const figuresOf = ({ priority, weight }: BatchEdit): { priority?: number; weight?: number } => ({
  ...(priority !== undefined && { priority }),
  ...(weight !== undefined && { weight }),
})

/** Null when the edit changes no list. Throws GatewayError for a name that no column holds. */
export function listEditsOf(edit: BatchEdit): ListEdits | null {
  const lists = {
    add_models: splitNames(parseModels(edit.add_models ?? [])),
    remove_models: splitNames(parseModels(edit.remove_models ?? [])),
    add_groups: splitNames(parseGroups(edit.add_groups ?? [])),
    remove_groups: splitNames(parseGroups(edit.remove_groups ?? [])),
  }
  return Object.values(lists).every((names) => names.length === 0) ? null : lists
}

/** The lists of a channel after the edit; a name that is added and removed is in them. */
export function listChangesOf(row: Pick<ChannelRow, 'models' | 'group_names'>, edits: ListEdits): ChannelUpdate {
  const models = changed(row.models, edits.add_models, edits.remove_models)
  const groups = changed(row.group_names, edits.add_groups, edits.remove_groups)
  if (models === '') throw refusedField('remove_models', makeReason('modelRequired'))
  if (groups === '') throw refusedField('remove_groups', makeReason('groupRequired'))
  return {
    ...(models !== row.models && { models }),
    ...(groups !== row.group_names && { group_names: groups }),
  }
}

function changed(text: string, added: readonly string[], removed: readonly string[]): string {
  const kept = splitNames(text).filter((name) => !removed.includes(name))
  return [...new Set([...kept, ...added])].join(',')
}
