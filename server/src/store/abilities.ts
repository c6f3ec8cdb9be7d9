import { channelStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import type { AbilityRow, ChannelRow, Database } from './schema.ts'

type Db = Kysely<Database>

const rowsPerStatement = 200

/** The routes of a channel as rows: one for each pair of its groups and models. */
export function buildAbilities(
  channel: Pick<ChannelRow, 'id' | 'models' | 'group_names' | 'status' | 'priority' | 'weight' | 'tag'>,
): AbilityRow[] {
  const shared = {
    channel_id: channel.id,
    enabled: channel.status === channelStatus.enabled ? 1 : 0,
    priority: channel.priority,
    weight: channel.weight,
    tag: channel.tag,
  }
  const models = splitList(channel.models)
  return splitList(channel.group_names).flatMap((group_name) =>
    models.map((model) => ({ group_name, model, ...shared })),
  )
}

/** The entries of a comma-joined list: trimmed, without empty ones and repeats, in their order. */
export const splitList = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  ),
]

/** Replaces the rows of `channel` by those that follow from it. Run inside the transaction that changes the channel. */
export async function rebuildAbilities(db: Db, channel: Parameters<typeof buildAbilities>[0]): Promise<void> {
  await db.deleteFrom('abilities').where('channel_id', '=', channel.id).execute()
  const rows = buildAbilities(channel)
  for (let at = 0; at < rows.length; at += rowsPerStatement)
    await db
      .insertInto('abilities')
      .values(rows.slice(at, at + rowsPerStatement))
      .execute()
}

/** Whether the stored rows of `channel` differ from those that follow from it. */
export async function hasWrongAbilities(db: Db, channel: ChannelRow): Promise<boolean> {
  const stored = await db.selectFrom('abilities').selectAll().where('channel_id', '=', channel.id).execute()
  const wanted = buildAbilities(channel)
  if (stored.length !== wanted.length) return true
  const known = new Set(stored.map(textOf))
  return wanted.some((row) => !known.has(textOf(row)))
}

/** Deletes the rows of channels that no longer exist. Returns their number. */
export async function deleteOrphanAbilities(db: Db): Promise<number> {
  const result = await db
    .deleteFrom('abilities')
    .where('channel_id', 'not in', (eb) => eb.selectFrom('channels').select('id'))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

const textOf = (row: AbilityRow): string =>
  JSON.stringify([row.group_name, row.model, row.enabled, row.priority, row.weight, row.tag])
