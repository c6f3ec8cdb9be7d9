import type { channelTagWrite } from '@sluice/contract/channel-batch'
import type { z } from 'zod'
import type { ChannelUpdate } from '../../store/schema.ts'
import { parseGroups, parseModels, refuseCredentials, type WriteRules } from './parse-channel-write.ts'

export type TagWrite = z.output<typeof channelTagWrite>

/**
 * Null, absent or empty leaves a field as it is; an empty new tag dissolves the tag. Throws GatewayError for a header
 * with a credential that the writer may not store.
 */
export function tagChangesOf(write: TagWrite, rules: Pick<WriteRules, 'mayStoreCredentials'>): ChannelUpdate {
  const changes: ChannelUpdate = {}
  const models = parseModels(write.models ?? '')
  const groups = parseGroups(write.groups ?? '')
  if (models !== '') changes.models = models
  if (groups !== '') changes.group_names = groups
  for (const name of ['model_mapping', 'param_override', 'header_override'] as const) {
    const text = write[name]?.trim()
    if (text) changes[name] = text
  }
  refuseCredentials(changes.header_override ?? null, null, rules)
  if (typeof write.priority === 'number') changes.priority = write.priority
  if (typeof write.weight === 'number') changes.weight = write.weight
  if (typeof write.new_tag === 'string') changes.tag = write.new_tag.trim() === '' ? null : write.new_tag.trim()
  return changes
}

/** The changes in the audit trail, without overrides: headers may contain credentials, and the others are long. */
export function describeTagChanges({
  param_override,
  header_override,
  ...others
}: ChannelUpdate): Record<string, unknown> {
  const changed = [
    ...(param_override === undefined ? [] : ['param_override']),
    ...(header_override === undefined ? [] : ['header_override']),
  ]
  return { ...others, ...(changed.length > 0 && { changed }) }
}
