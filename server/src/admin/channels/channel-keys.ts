import { makeReason } from '@sluice/contract/error-reasons'
import type { multiKeyRequest, multiKeyStatus } from '@sluice/contract/multi-key'
import { channelStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Language } from '../../platform/accepted-language.ts'
import { nowSeconds } from '../../platform/clock.ts'
import { buildChannelKeys, type ChannelKeys, keyMarkOf, keysOn, writeChannelKeys } from '../../state/channel-keys.ts'
import { channelKeySealContext } from '../../state/load-channels.ts'
import { setChannelsStatus, updateChannel } from '../../store/channels.ts'
import { isOffForKeys, type KeyState } from '../../store/key-states.ts'
import { keepKeyUses, listKeyUses } from '../../store/key-uses.ts'
import type { ChannelRow, Database } from '../../store/schema.ts'
import { openKeys } from '../../upkeep/open-channel.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { Audit } from '../record-audit.ts'
import { refusedField } from '../refused-field.ts'
import type { ChannelRows } from './channel-rows.ts'
import { listKeys } from './list-keys.ts'
import { multiKeyModeOf } from './parse-channel-write.ts'

type KeyRequest = z.output<typeof multiKeyRequest>
type Trx = Kysely<Database>

/** The keys of channels with several: each is switched or deleted without touching the others. */
export function createChannelKeys(
  rows: ChannelRows,
  deps: Pick<AdminDependencies, 'db' | 'clock' | 'secretBox' | 'channelHealth'>,
) {
  const { db, clock, secretBox, channelHealth } = deps
  const markOf = (key: string) => keyMarkOf(secretBox, key)
  const channelKeysOf = (row: ChannelRow): ChannelKeys =>
    buildChannelKeys(openKeys(secretBox, row), row.key_states, secretBox)

  /** The position of the requested key. */
  function placeOf({ allKeys }: ChannelKeys, { key_id: mark, key_index: index }: KeyRequest): number {
    const place = mark === undefined ? (index ?? 0) : allKeys.findIndex((key) => markOf(key) === mark)
    if (place < 0) throw refusedField('key_id', makeReason('keyGone'))
    if (place >= allKeys.length) throw refusedField('key_index', makeReason('notMore', { max: allKeys.length - 1 }))
    return place
  }

  /** Stores the changed keys. A channel that was off because no key was on is switched on with its first key. */
  async function save(trx: Trx, row: ChannelRow, { before, after }: { before: ChannelKeys; after: ChannelKeys }) {
    const isOtherKeys = after.allKeys.length !== before.allKeys.length
    if (isOffForKeys(row) && keysOn(after).length > 0) await setChannelsStatus(trx, [row.id], channelStatus.enabled)
    await updateChannel(trx, row.id, {
      key_states: writeChannelKeys(after, secretBox),
      ...(isOtherKeys && { key_box: secretBox.seal(after.allKeys.join('\n'), channelKeySealContext) }),
    })
    if (isOtherKeys) await keepKeyUses(trx, row.id, new Set(after.allKeys.map(markOf)))
  }

  /** `null` from `change` = nothing to do. Returns how many keys it concerned. */
  const change = (
    { channel_id: id, action }: KeyRequest,
    audit: Audit,
    plan: (before: ChannelKeys) => { after: ChannelKeys; places: readonly number[] } | null,
  ): Promise<number> =>
    rows.commit(async (trx) => {
      const row = await rows.findToChange(trx, id)
      requireSeveralKeys(row)
      const before = channelKeysOf(row)
      const planned = plan(before)
      if (planned === null) return 0
      await save(trx, row, { before, after: planned.after })
      const keys = planned.places.slice(0, keysInAudit).map((place) => ({
        key_number: place + 1,
        key_id: markOf(before.allKeys[place] ?? ''),
        status: before.offKeys.get(before.allKeys[place] ?? '')?.status ?? channelStatus.enabled,
      }))
      const counts = { keys_before: before.allKeys.length, key_count: planned.after.allKeys.length }
      await audit(
        {
          objectType: 'channel',
          objectId: id,
          ...(auditLines[action] ?? { action: 'channel.update' }),
          before: { keys },
          after: { name: row.name, ...counts, keys_on: keysOn(planned.after).length },
        },
        trx,
      )
      return planned.places.length
    })

  const offByHand = (): KeyState => ({
    status: channelStatus.disabled,
    reason: null,
    text: '',
    at: nowSeconds(clock),
  })

  async function list(request: KeyRequest, language: Language): Promise<z.output<typeof multiKeyStatus>> {
    const row = await rows.find(request.channel_id)
    const stored = await listKeyUses(db, row.id)
    const fresh = channelHealth.keyUsesOf(row.id)
    const usedAt = (key: string) => Math.max(stored.get(markOf(key)) ?? 0, fresh.get(key) ?? 0)
    return listKeys(channelKeysOf(row), request, { markOf, usedAt, language })
  }

  const switchKeys = (request: KeyRequest, audit: Audit): Promise<number> =>
    change(request, audit, (before) => {
      const isOn = request.action === 'enable_key' || request.action === 'enable_all_keys'
      const isAll = request.action === 'enable_all_keys' || request.action === 'disable_all_keys'
      const places = isAll ? [...before.allKeys.keys()] : [placeOf(before, request)]
      // A key that the gateway switched off can be switched off for good.
      const changed = places.filter((place) => {
        const status = before.offKeys.get(before.allKeys[place] ?? '')?.status
        return isOn ? status !== undefined : isAll ? status === undefined : status !== channelStatus.disabled
      })
      if (changed.length === 0) {
        if (isAll && !isOn) throw refusedField('action', makeReason('noKeyToChange'))
        return null
      }
      const offKeys = new Map(before.offKeys)
      for (const place of changed) {
        const key = before.allKeys[place] ?? ''
        if (isOn) offKeys.delete(key)
        else offKeys.set(key, offByHand())
      }
      return { after: { ...before, offKeys }, places: changed }
    })

  /** Deletes one key, or those that the gateway switched off. The last one stays. Returns their number. */
  const deleteKeys = (request: KeyRequest, audit: Audit): Promise<number> =>
    change(request, audit, (before) => {
      const isRefused = (place: number) =>
        before.offKeys.get(before.allKeys[place] ?? '')?.status === channelStatus.autoDisabled
      const places =
        request.action === 'delete_key' ? [placeOf(before, request)] : [...before.allKeys.keys()].filter(isRefused)
      if (places.length === 0) throw refusedField('action', makeReason('noKeyToChange'))
      const field = request.action === 'delete_key' ? 'key_index' : 'action'
      if (places.length === before.allKeys.length) throw refusedField(field, makeReason('lastKey'))
      const allKeys = before.allKeys.filter((_, place) => !places.includes(place))
      return { after: { ...before, allKeys }, places }
    })

  return {
    /** Keys of channels are never shown. Throws channel_key_unreadable. */
    reveal(): never {
      throw new GatewayError('channel_key_unreadable')
    },

    /** Performs the action. Returns the list of keys, or how many `delete_disabled_keys` deleted. */
    async manage(
      request: KeyRequest,
      { language, audit }: { language: Language; audit: Audit },
    ): Promise<z.output<typeof multiKeyStatus> | number | undefined> {
      switch (request.action) {
        case 'get_key_status':
          return await list(request, language)
        case 'delete_disabled_keys':
          return await deleteKeys(request, audit)
        case 'delete_key':
          await deleteKeys(request, audit)
          return undefined
        default:
          await switchKeys(request, audit)
          return undefined
      }
    },
  }
}

/** Keys that one entry of the audit trail names. */
const keysInAudit = 50

/** The action of each in the audit trail. */
const auditLines: Partial<Record<KeyRequest['action'], { action: string }>> = {
  enable_key: { action: 'channel.key_enable' },
  enable_all_keys: { action: 'channel.key_enable' },
  disable_key: { action: 'channel.key_disable' },
  disable_all_keys: { action: 'channel.key_disable' },
  delete_key: { action: 'channel.key_delete' },
  delete_disabled_keys: { action: 'channel.key_delete' },
}

function requireSeveralKeys(row: ChannelRow): void {
  if (multiKeyModeOf(row.setting) === undefined) throw refusedField('channel_id', makeReason('notMultiKey'))
}
