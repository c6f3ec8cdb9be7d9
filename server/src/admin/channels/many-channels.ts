import { randomUUID } from 'node:crypto'
import { undoSeconds } from '@sluice/contract/channel-batch'
import { makeReason } from '@sluice/contract/error-reasons'
import type { ChannelStatus } from '@sluice/contract/roles'
import type { Clock } from '../../platform/clock.ts'
import {
  chunksOf,
  disabledStatuses,
  findChannelIds,
  lockChannels,
  setChannelsFigures,
  setChannelsStatus,
  setChannelsTag,
} from '../../store/channels.ts'
import { moveToDeleted, restoreDeleted } from '../../store/deleted-channels.ts'
import type { Audit } from '../record-audit.ts'
import { refusedField } from '../refused-field.ts'
import { type BatchEdit, figuresOf, listChangesOf, listEditsOf } from './batch-edit.ts'
import type { ChannelRows } from './channel-rows.ts'

interface Deleted {
  count: number
  /** The id of the deletion, to undo it; '' = nothing was deleted. */
  deletion: string
}

/** Changes of many channels at once. They skip channels that do not exist, and return the number of the others. */
export function createManyChannels(rows: ChannelRows, clock: Clock) {
  return {
    /** Deletes those of the channels that exist. Their deletion can be undone for `undoSeconds`. */
    delete: (which: { ids: readonly number[] } | 'disabled', audit: Audit): Promise<Deleted> =>
      rows.commit(async (trx) => {
        const wanted = which === 'disabled' ? await findChannelIds(trx, { status: disabledStatuses }) : which.ids
        const deletion = randomUUID()
        const ids = await moveToDeleted(trx, [...new Set(wanted)], { name: deletion, now: clock.now() })
        if (ids.length === 0) return { count: 0, deletion: '' }
        await audit({ objectType: 'channel', action: 'channel.delete', objectId: '', after: { ids } }, trx)
        return { count: ids.length, deletion }
      }),

    /** Restores the channels of a deletion with their ids and keys; 0 = it is too late. */
    restore: (deletion: string, audit: Audit): Promise<number> =>
      rows.commit(async (trx) => {
        const ids = await restoreDeleted(trx, deletion, clock.now() - undoSeconds * 1_000)
        if (ids.length > 0)
          await audit({ objectType: 'channel', action: 'channel.restore', objectId: '', after: { ids } }, trx)
        return ids.length
      }),

    tag: (ids: readonly number[], tag: string | null, audit: Audit): Promise<number> =>
      rows.commit(async (trx) => {
        const found = await findChannelIds(trx, { ids: [...new Set(ids)] })
        const kept = tag === null || tag.trim() === '' ? null : tag.trim()
        await setChannelsTag(trx, found, kept)
        const after = { ids: found, tag: kept }
        await audit({ objectType: 'channel', action: 'channel.tag', objectId: kept ?? '', after }, trx)
        return found.length
      }),

    /**
     * Writes the given figures, and adds to or removes from the lists of the channels. Throws GatewayError if a channel
     * would have no model or no group; then none is changed.
     */
    edit(ids: readonly number[], edit: BatchEdit, audit: Audit): Promise<number> {
      const figures = figuresOf(edit)
      const lists = listEditsOf(edit)
      if (Object.keys(figures).length === 0 && lists === null)
        throw refusedField('priority', makeReason('nothingChanged'))
      return rows.commit(async (trx) => {
        const found = await findChannelIds(trx, { ids: [...new Set(ids)] })
        if (Object.keys(figures).length > 0) await setChannelsFigures(trx, found, figures)
        if (lists !== null)
          for (const chunk of chunksOf(found, 200))
            for (const row of await lockChannels(trx, chunk)) await rows.save(trx, row, listChangesOf(row, lists))
        const after = { ids: found, ...figures, ...lists }
        await audit({ objectType: 'channel', action: 'channel.batch_edit', objectId: '', after }, trx)
        return found.length
      })
    },

    /** Switches those of the channels that have another status. */
    switch: (ids: readonly number[], status: ChannelStatus, audit: Audit): Promise<number> =>
      rows.commit(async (trx) => {
        const changed = await setChannelsStatus(trx, [...new Set(ids)], status)
        const after = { ids: changed, status }
        if (changed.length > 0)
          await audit({ objectType: 'channel', action: 'channel.status', objectId: '', after }, trx)
        return changed.length
      }),
  }
}
