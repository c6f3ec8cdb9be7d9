import { makeReason } from '@sluice/contract/error-reasons'
import { channelStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import { requireRight } from '../../identity/require-right.ts'
import { splitNames } from '../../state/build-channel-state.ts'
import { listChannelsOfTags, listChannelsToChange } from '../../store/channels.ts'
import type { ChannelUpdate, Database } from '../../store/schema.ts'
import type { Audit } from '../record-audit.ts'
import { refusedField } from '../refused-field.ts'
import type { ChannelRows } from './channel-rows.ts'
import type { WriteRules, Writer } from './parse-channel-write.ts'
import { isSensitive } from './sensitive-columns.ts'
import { describeTagChanges, type TagWrite, tagChangesOf } from './tag-changes.ts'

/** Changes of all channels with a tag. They return the number of the channels. */
export function createChannelTags(
  rows: ChannelRows,
  db: Kysely<Database>,
  rulesFor: (writer: Writer) => Pick<WriteRules, 'mayStoreCredentials'>,
) {
  function change(tag: string, changes: ChannelUpdate, audit: Audit): Promise<number> {
    if (tag.trim() === '') throw refusedField('tag', makeReason('tagMissing'))
    return rows.commit(async (trx) => {
      const found = await listChannelsToChange(trx, tag)
      if (Object.keys(changes).length > 0) for (const row of found) await rows.save(trx, row, changes)
      const after = { ...describeTagChanges(changes), channels: found.length }
      await audit({ objectType: 'channel', action: 'channel.tag_edit', objectId: tag, after }, trx)
      return found.length
    })
  }

  return {
    /** The models of the channel with most of those that have the tag, comma-joined; '' where none has it. */
    async modelsOf(tag: string): Promise<string> {
      const found = await listChannelsOfTags(db, [tag], { by: 'id', direction: 'desc' })
      const lists = found.map(({ models }) => splitNames(models))
      return lists.reduce((most, list) => (list.length > most.length ? list : most), []).join(',')
    },

    switch(tag: string, isEnabled: boolean, audit: Audit): Promise<number> {
      return change(tag, { status: isEnabled ? channelStatus.enabled : channelStatus.disabled }, audit)
    },

    async edit(write: TagWrite, writer: Writer, audit: Audit): Promise<number> {
      const changes = tagChangesOf(write, rulesFor(writer))
      if (isSensitive(changes)) requireRight(writer, 'channel.sensitive_write')
      return await change(write.tag, changes, audit)
    },
  }
}
