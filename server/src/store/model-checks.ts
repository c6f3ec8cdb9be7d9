import type { Kysely, Selectable } from 'kysely'
import { upsert } from './dialects/writing.ts'
import type { ChannelModelChecksTable } from './schema/channels.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>
export type ModelCheckRow = Selectable<ChannelModelChecksTable>

/** A check, with the current name and models of its channel. */
export interface CheckedChannelRow extends ModelCheckRow {
  name: string
  models: string
}

const rowsMax = 20_000

const withChannels = (db: Db) =>
  db
    .selectFrom('channel_model_checks')
    .innerJoin('channels', 'channels.id', 'channel_model_checks.channel_id')
    .selectAll('channel_model_checks')
    .select(['channels.name', 'channels.models'])

/** The checks of channels that exist, by channel. */
export const listModelChecks = (db: Db): Promise<CheckedChannelRow[]> =>
  withChannels(db).orderBy('channel_model_checks.channel_id').limit(rowsMax).execute()

export const findModelCheck = (db: Db, channelId: number): Promise<CheckedChannelRow | undefined> =>
  withChannels(db).where('channel_model_checks.channel_id', '=', channelId).executeTakeFirst()

export const saveModelCheck = (db: Db, row: ModelCheckRow): Promise<void> =>
  upsert(db, 'channel_model_checks', row, ['channel_id'])
