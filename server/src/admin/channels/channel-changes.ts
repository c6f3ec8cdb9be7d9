import type { Channel } from '@sluice/contract/channel'
import { type ChannelChange, type ChannelChanges, channelChangesMax } from '@sluice/contract/channel-changes'
import { makeReason } from '@sluice/contract/error-reasons'
import { parseRecord } from '@sluice/contract/read-json'
import { channelStatus } from '@sluice/contract/roles'
import { isKeyOf } from '@sluice/contract/typed-keys'
import type { Kysely } from 'kysely'
import type { Language } from '../../platform/accepted-language.ts'
import { countAuditLogs, findAuditLog, listAuditLogs } from '../../store/audit-logs.ts'
import { countedRowsMax } from '../../store/count-rows.ts'
import type { AuditLogRow, Database } from '../../store/schema.ts'
import { buildAuditLine } from '../build-audit-line.ts'
import { auditRowFor, type Reader } from '../hidden-overrides.ts'
import { refusedField } from '../refused-field.ts'

type Values = Readonly<Record<string, unknown>>

/** The changes of the channel alone, the newest first, with what the reader may see of them. */
export async function listChannelChanges(
  db: Kysely<Database>,
  channel: Channel,
  { reader, language }: { reader: Reader; language: Language },
): Promise<ChannelChanges> {
  const filter = { objectType: 'channel', objectId: String(channel.id) }
  const [lines, total] = await Promise.all([
    listAuditLogs(db, filter, { offset: 0, limit: channelChangesMax }),
    countAuditLogs(db, filter, countedRowsMax),
  ])
  return {
    items: lines.map((whole) => {
      const line = auditRowFor(reader, whole)
      const { after, ...shown } = buildAuditLine(line, language)
      const { id, created_at, actor_name, action } = shown
      return {
        id,
        created_at,
        actor_name,
        action,
        fields: fieldsOf(parseRecord(line.before ?? '') ?? {}, parseRecord(after ?? '') ?? {}),
        undo: inspectUndo(line, channel).state,
      }
    }),
    total,
  }
}

/**
 * The former values of the fields of a change, in the form of a write. Throws GatewayError if it cannot be undone now.
 */
export async function findFormer(db: Kysely<Database>, channel: Channel, changeId: number): Promise<Values> {
  const line = await findAuditLog(db, changeId)
  if (line?.object_type !== 'channel' || line.object_id !== String(channel.id))
    throw refusedField('change', makeReason('changeGone'))
  const found = inspectUndo(line, channel)
  switch (found.state) {
    case 'possible':
      return found.former
    case 'changed':
      throw refusedField('change', makeReason('changedSince', { names: found.names.join(', ') }))
    case 'unknown':
      throw refusedField('change', makeReason('formerUnknown'))
    case 'none':
      throw refusedField('change', makeReason('notUndoable'))
  }
}

/** Whether the channel has these values. An empty list, for example, is not written. */
export const isRestored = (channel: Channel, former: Values): boolean =>
  Object.entries(former).every(([name, value]) => valueIn(channel, name) === value)

type Inspected =
  | { state: 'possible'; former: Values }
  | { state: 'changed'; names: readonly string[] }
  | { state: 'unknown' | 'none' }

const undoableActions: ReadonlySet<string> = new Set(['channel.update', 'channel.undo', 'channel.status'])

function inspectUndo({ action, before, after }: AuditLogRow, channel: Channel): Inspected {
  if (!undoableActions.has(action) || before === null || after === null) return { state: 'none' }
  const [old, now] = [parseRecord(before) ?? {}, parseRecord(after) ?? {}]
  const changed = action === 'channel.status' ? ['status'] : namesIn(now.changed)
  if ('cut' in old || 'cut' in now) return { state: 'unknown' }
  if (changed.length === 0) return { state: 'none' }
  if (!changed.every((name) => Object.hasOwn(old, name) && Object.hasOwn(now, name))) return { state: 'unknown' }
  // An administrator cannot restore this status: only the gateway sets it.
  if (changed.includes('status') && old.status === channelStatus.autoDisabled) return { state: 'none' }
  const names = changed.filter((name) => valueIn(channel, name) !== now[name])
  if (names.length > 0) return { state: 'changed', names }
  return { state: 'possible', former: Object.fromEntries(changed.map((name) => [name, old[name]])) }
}

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []

const valueIn = (channel: Channel, name: string): unknown => (isKeyOf(channel, name) ? channel[name] : undefined)

/** Fields of a line that describe it. */
const about: ReadonlySet<string> = new Set(['changed', 'undo_of', 'copy_of', 'cut'])

function fieldsOf(before: Values, after: Values): ChannelChange['fields'] {
  const names = new Set([...Object.keys(before), ...Object.keys(after), ...namesIn(after.changed)])
  return [...names]
    .filter((name) => !about.has(name))
    .map((name) => ({ name, before: textOf(before[name]), after: textOf(after[name]) }))
    .filter((field) => field.before !== field.after || field.after === null)
}

const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)
