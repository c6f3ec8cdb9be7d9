import type { Migration } from 'kysely'
import { columnTypesOf, tableSketches } from './table-sketch.ts'

/** The state and last use of each key of a channel, and the headers and the remark of a channel. */
export const channelKeys: Migration = {
  async up(db) {
    const types = await columnTypesOf(db)
    const add = (name: string, type: (typeof types)['text']) =>
      db.schema.alterTable('channels').addColumn(name, type).execute()
    await add('key_states', types.text)
    await add('header_override', types.text)
    await add('remark', types.name(255))
    const table = await tableSketches(db)
    await table('channel_key_uses')
      .integer('channel_id')
      .name('key_mark', 43)
      .integer('used_at')
      .primaryKey(['channel_id', 'key_mark'])
      .create()
  },
}
