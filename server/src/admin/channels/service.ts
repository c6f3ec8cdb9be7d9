import { randomUUID } from 'node:crypto'
import type { Channel } from '@sluice/contract/channel'
import type { channelModelsChanged, channelModelsWrite } from '@sluice/contract/channel-batch'
import { undoSeconds } from '@sluice/contract/channel-batch'
import type { ChannelHealthEntry } from '@sluice/contract/channel-health'
import type { channelCreate, channelUpdate } from '@sluice/contract/channel-write'
import { makeReason } from '@sluice/contract/error-reasons'
import { type ChannelStatus, channelStatus, roles } from '@sluice/contract/roles'
import { splitKeys } from '@sluice/contract/split-keys'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { defined } from '../../core/json/defined.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import type { Language } from '../../platform/accepted-language.ts'
import type { Config } from '../../platform/config.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { ChannelHealth } from '../../relay/routing/channel-health.ts'
import { splitNames } from '../../state/build-channel-state.ts'
import { buildKeyRing, type KeyRing, keyMarkOf, writeKeyRing } from '../../state/key-ring.ts'
import { channelKeyPlace } from '../../state/load-channels.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { rebuildAbilities } from '../../store/abilities.ts'
import {
  chunksOf,
  disabledStatuses,
  findChannel,
  findChannelIds,
  findChannelToChange,
  insertChannel,
  listChannelsOfTags,
  listChannelsToChange,
  lockChannels,
  setChannelsFigures,
  setChannelsStatus,
  setChannelsTag,
  updateChannel,
} from '../../store/channels.ts'
import { moveToDeleted, restoreDeleted } from '../../store/deleted-channels.ts'
import { isOffForKeys, withoutAutomatic } from '../../store/key-states.ts'
import { keepKeyUses } from '../../store/key-uses.ts'
import type { ChannelRow, ChannelUpdate, Database } from '../../store/schema.ts'
import { openChannel, openKeys } from '../../upkeep/open-channel.ts'
import type { AuditEntry } from '../record-audit.ts'
import { refusedField } from '../refused-field.ts'
import { type BatchEdit, figuresOf, listChangesOf, listEditsOf } from './batch-edit.ts'
import { buildChannel, describeChannel } from './build-channel.ts'
import { buildChannelHealth } from './build-channel-health.ts'
import { createChannelKeys } from './channel-keys.ts'
import { type ChannelListDependencies, createChannelLists } from './channel-lists.ts'
import { createChannelModels } from './channel-models.ts'
import { fitName } from './fit-name.ts'
import { type ChannelPlan, parseChannelCreate } from './parse-channel-create.ts'
import { type NewChannelDraft, parseChannelChanges, parseModels, parseNewChannel } from './parse-channel-write.ts'
import { repairAbilities } from './repair-abilities.ts'
import { describeTagChanges, type TagWrite, tagChangesOf } from './tag-changes.ts'

type WriteAudit = (entry: AuditEntry, db?: Kysely<Database>) => Promise<void>

export interface ChannelServiceDependencies extends ChannelListDependencies {
  channelHealth: Pick<ChannelHealth, 'keyUsesOf' | 'reports'>
  secretBox: SecretBox
  config: Pick<Config, 'UPSTREAM_ALLOW_PRIVATE'>
}

type Create = z.output<typeof channelCreate>
type Update = z.output<typeof channelUpdate>
/** The account that writes. */
type Writer = Pick<ConsoleCaller, 'role'>

interface Deleted {
  count: number
  /** The id of the deletion, to undo it; '' = nothing was deleted. */
  deletion: string
}

/** Rules and transactions of channels. Every change ends in a new snapshot before it resolves. */
export function createChannelService(deps: ChannelServiceDependencies) {
  const { db, state, clock, secretBox, config, channelHealth } = deps
  const rulesFor = ({ role }: Writer) => ({
    ...{ allowPrivate: config.UPSTREAM_ALLOW_PRIVATE, secretBox },
    mayStoreCredentials: role >= roles.root,
  })

  const keysOf = (row: ChannelRow): readonly string[] => openKeys(secretBox, row)
  const ringOf = (row: ChannelRow): KeyRing => buildKeyRing(keysOf(row), row.key_states, secretBox)
  const build = (row: ChannelRow): Channel => buildChannel(row, ringOf(row))
  /** For long lists: decrypting the keys of thousands of rows takes seconds, and the snapshot has them decrypted. */
  const buildListed = (row: ChannelRow): Channel => {
    const known = state.current().channels.get(row.id)
    return known === undefined ? build(row) : buildChannel(row, known)
  }
  const describe = (row: ChannelRow) => describeChannel(row, ringOf(row))

  /** Runs `change` in a transaction, then publishes it to all nodes. */
  async function commit<T>(change: (trx: Kysely<Database>) => Promise<T>): Promise<T> {
    const result = await db.transaction().execute(change)
    await state.publish({ kind: 'channels' })
    return result
  }

  const find = async (id: number): Promise<ChannelRow> => existing(await findChannel(db, id))
  /** The channel in the form of the snapshot, for a call. */
  const findState = async (id: number): Promise<ChannelState> => openChannel(secretBox, await find(id))
  const findToChange = async (trx: Kysely<Database>, id: number): Promise<ChannelRow> =>
    existing(await findChannelToChange(trx, id))

  /** Keys that stay keep their states. */
  const otherKeys = (row: ChannelRow, keys: string): ChannelUpdate => ({
    key_box: secretBox.seal(keys, channelKeyPlace),
    key_states: writeKeyRing({ ...ringOf(row), allKeys: splitKeys(keys) }, secretBox),
  })

  async function save(trx: Kysely<Database>, row: ChannelRow, given: ChannelUpdate): Promise<ChannelRow> {
    // A channel that an administrator enables or gives another key starts without counted failures.
    const isFresh = given.status === channelStatus.enabled || given.key_box !== undefined
    const isBack = given.status === channelStatus.enabled && isOffForKeys(row)
    const changes = {
      ...given,
      ...(isFresh && { slow_tests: 0, refused_tests: 0 }),
      ...(isBack && { key_states: withoutAutomatic(given.key_states ?? row.key_states) }),
    }
    await updateChannel(trx, row.id, changes)
    const saved: ChannelRow = { ...row, ...defined<Partial<ChannelRow>>(changes) }
    if (abilityFields.some((field) => field in changes)) await rebuildAbilities(trx, saved)
    return saved
  }

  return {
    findState,

    read: async (id: number): Promise<Channel> => build(await find(id)),

    lists: createChannelLists(deps, buildListed),

    models: createChannelModels({ state, clock, config, findState }),

    /** The health of the channels that this node has called. */
    health: (language: Language): ChannelHealthEntry[] => {
      const { channels } = state.current()
      const reports = channelHealth.reports()
      return reports.map((report) => buildChannelHealth(report, channels.get(report.channelId), language))
    },

    /** What new calls follow, for clients that show it beside the channels. */
    ops: () => ({ retry_times: state.current().options.RetryTimes }),

    async create(body: Create, writer: Writer, audit: WriteAudit): Promise<Channel[]> {
      const { write, isSingle, nameOf } = parseChannelCreate(body)
      const source = write.copy_of === undefined ? undefined : await find(write.copy_of)
      const copied = source && { row: source, keys: keysOf(source) }
      const draft = parseNewChannel(write, rulesFor(writer), copied)
      if (isSingle && draft.keys.length > 1) throw refusedField('key', makeReason('singleKey'))
      return await insertAll(draft, { nameOf, source, audit })
    },

    /** A copy with the key of the channel; its figures start at zero, except for the balance if that is kept. */
    async copy(
      id: number,
      { suffix, keepsBalance }: { suffix: string; keepsBalance: boolean },
      audit: WriteAudit,
    ): Promise<Channel> {
      const source = await find(id)
      const { balance, balance_updated_at, balance_currency } = source
      const write = { name: fitName(source.name, suffix) }
      // Only the name is written, so no rights are needed.
      const rules = rulesFor({ role: roles.admin })
      const { keys, row } = parseNewChannel(write, rules, { row: source, keys: keysOf(source) })
      const kept = keepsBalance ? { balance, balance_updated_at, balance_currency } : {}
      const [made] = await insertAll({ keys, row: { ...row, ...kept } }, { source, audit })
      if (!made) throw new Error('no channel was created')
      return made
    },

    /** The models of the channel with most of those that have the tag, comma-joined; '' where none has it. */
    async modelsOfTag(tag: string): Promise<string> {
      const rows = await listChannelsOfTags(db, [tag], { by: 'id', direction: 'desc' })
      const lists = rows.map(({ models }) => splitNames(models))
      return lists.reduce((most, list) => (list.length > most.length ? list : most), []).join(',')
    },

    async update(id: number, write: Update, writer: Writer, audit: WriteAudit): Promise<Channel> {
      const saved = await commit(async (trx) => {
        const row = await findToChange(trx, id)
        const rules = { ...rulesFor(writer), currentKeys: keysOf(row) }
        const { changes, keys } = parseChannelChanges(write, row, rules)
        const after = await save(trx, row, { ...changes, ...(keys !== null && otherKeys(row, keys)) })
        if (keys !== null) await keepKeyUses(trx, id, new Set(keysOf(after).map((key) => keyMarkOf(secretBox, key))))
        await audit(
          {
            objectType: 'channel',
            action: 'channel.update',
            objectId: String(id),
            before: describe(row),
            after: {
              ...describe(after),
              changed: [...Object.keys(changes), ...(keys === null ? [] : ['key'])],
            },
          },
          trx,
        )
        return after
      })
      return build(saved)
    },

    keys: createChannelKeys({ ...{ db, clock, secretBox, find, findToChange, commit }, channelHealth }),

    /** Deletes those of the channels that exist. Their deletion can be undone for `undoSeconds`. */
    delete: (which: { ids: readonly number[] } | 'disabled', audit: WriteAudit): Promise<Deleted> =>
      commit(async (trx) => {
        const wanted = which === 'disabled' ? await findChannelIds(trx, { status: disabledStatuses }) : which.ids
        const deletion = randomUUID()
        const ids = await moveToDeleted(trx, [...new Set(wanted)], { name: deletion, now: clock.now() })
        if (ids.length === 0) return { count: 0, deletion: '' }
        await audit({ objectType: 'channel', action: 'channel.delete', objectId: '', after: { ids } }, trx)
        return { count: ids.length, deletion }
      }),

    /** Restores the channels of a deletion with their ids and keys. Returns their number; 0 = it is too late. */
    restore: (deletion: string, audit: WriteAudit): Promise<number> =>
      commit(async (trx) => {
        const ids = await restoreDeleted(trx, deletion, clock.now() - undoSeconds * 1_000)
        if (ids.length > 0)
          await audit({ objectType: 'channel', action: 'channel.restore', objectId: '', after: { ids } }, trx)
        return ids.length
      }),

    tagMany: (ids: readonly number[], tag: string | null, audit: WriteAudit): Promise<number> =>
      commit(async (trx) => {
        const found = await findChannelIds(trx, { ids: [...new Set(ids)] })
        const kept = tag === null || tag.trim() === '' ? null : tag.trim()
        await setChannelsTag(trx, found, kept)
        await audit(
          {
            objectType: 'channel',
            action: 'channel.tag',
            objectId: kept ?? '',
            after: { ids: found, tag: kept },
          },
          trx,
        )
        return found.length
      }),

    /**
     * Writes the given figures to those of the channels that exist, and adds to or removes from their lists. Returns
     * their number. Throws GatewayError if a channel would have no model or no group; then none is changed.
     */
    editMany(ids: readonly number[], edit: BatchEdit, audit: WriteAudit): Promise<number> {
      const figures = figuresOf(edit)
      const lists = listEditsOf(edit)
      if (Object.keys(figures).length === 0 && lists === null)
        throw refusedField('priority', makeReason('nothingChanged'))
      return commit(async (trx) => {
        const found = await findChannelIds(trx, { ids: [...new Set(ids)] })
        if (Object.keys(figures).length > 0) await setChannelsFigures(trx, found, figures)
        if (lists !== null)
          for (const chunk of chunksOf(found, 200))
            for (const row of await lockChannels(trx, chunk)) await save(trx, row, listChangesOf(row, lists))
        const after = { ids: found, ...figures, ...lists }
        await audit({ objectType: 'channel', action: 'channel.batch_edit', objectId: '', after }, trx)
        return found.length
      })
    },

    /** Switches those of the channels that have another status. Returns their number. */
    switchMany: (ids: readonly number[], status: ChannelStatus, audit: WriteAudit): Promise<number> =>
      commit(async (trx) => {
        const changed = await setChannelsStatus(trx, [...new Set(ids)], status)
        const after = { ids: changed, status }
        if (changed.length > 0)
          await audit({ objectType: 'channel', action: 'channel.status', objectId: '', after }, trx)
        return changed.length
      }),

    /** False when the channel has that status already. */
    switchOne: (id: number, status: ChannelStatus, audit: WriteAudit): Promise<boolean> =>
      commit(async (trx) => {
        const before = await findToChange(trx, id)
        if ((await setChannelsStatus(trx, [id], status)).length === 0) return false
        const line = { objectType: 'channel', action: 'channel.status', objectId: id }
        await audit({ ...line, before: { status: before.status }, after: { status } }, trx)
        return true
      }),

    /**
     * Appends models to those of a channel and removes others, leaving what another administrator changed meanwhile.
     */
    changeModels: (
      id: number,
      { add_models: add, remove_models: remove }: z.output<typeof channelModelsWrite>,
      audit: WriteAudit,
    ): Promise<z.output<typeof channelModelsChanged>> =>
      commit(async (trx) => {
        const row = await findToChange(trx, id)
        const before = splitNames(row.models)
        const models = [...new Set([...before, ...splitNames(parseModels(add, 'add_models'))])].filter(
          (name) => !remove.includes(name),
        )
        if (models.length === 0) throw refusedField('remove_models', makeReason('modelRequired'))
        const changed = {
          added_models: models.filter((name) => !before.includes(name)),
          removed_models: before.filter((name) => !models.includes(name)),
        }
        if (changed.added_models.length + changed.removed_models.length > 0) {
          const after = await save(trx, row, { models: models.join(',') })
          const line = { objectType: 'channel', action: 'channel.update', objectId: String(id) }
          const described = { ...describe(after), changed: ['models'] }
          await audit({ ...line, before: describe(row), after: described }, trx)
        }
        return { ...changed, models: models.join(',') }
      }),

    switchTag: (tag: string, isEnabled: boolean, audit: WriteAudit): Promise<number> => {
      const status = isEnabled ? channelStatus.enabled : channelStatus.disabled
      return changeTag(tag, { status }, audit)
    },

    async editTag(write: TagWrite, writer: Writer, audit: WriteAudit): Promise<number> {
      return await changeTag(write.tag, tagChangesOf(write, rulesFor(writer)), audit)
    },

    /** Rebuilds the abilities from the channels. Returns the number of channels plus the number of repaired ones. */
    async repair(audit: WriteAudit): Promise<number> {
      const { checked, repaired, orphans } = await repairAbilities(db)
      await state.publish({ kind: 'channels' })
      const after = { checked, repaired, orphans }
      await audit({ objectType: 'channel', action: 'channel.repair', objectId: '', after }, db)
      return checked + repaired
    },
  }

  async function insertAll(
    { keys, row }: NewChannelDraft,
    {
      nameOf = (name) => name,
      source,
      audit,
    }: { nameOf?: ChannelPlan['nameOf']; source: ChannelRow | undefined; audit: WriteAudit },
  ): Promise<Channel[]> {
    const made = await commit(async (trx) => {
      const rows: ChannelRow[] = []
      for (const key of keys) {
        // A copied key keeps its state, such as disabled.
        const states = source ? writeKeyRing({ ...ringOf(source), allKeys: splitKeys(key) }, secretBox) : null
        const key_box = secretBox.seal(key, channelKeyPlace)
        const name = keys.length > 1 ? nameOf(row.name, key) : row.name
        const saved = await insertChannel(trx, {
          ...row,
          ...{ name, key_box, key_states: states, created_at: clock.now() },
        })
        await rebuildAbilities(trx, saved)
        await audit(
          {
            objectType: 'channel',
            action: 'channel.create',
            objectId: String(saved.id),
            after: { ...describe(saved), ...(source && { copy_of: source.id }) },
          },
          trx,
        )
        rows.push(saved)
      }
      return rows
    })
    return made.map(build)
  }

  function changeTag(tag: string, changes: ChannelUpdate, audit: WriteAudit): Promise<number> {
    if (tag.trim() === '') throw refusedField('tag', makeReason('tagMissing'))
    return commit(async (trx) => {
      const rows = await listChannelsToChange(trx, tag)
      if (Object.keys(changes).length > 0) for (const row of rows) await save(trx, row, changes)
      await audit(
        {
          objectType: 'channel',
          action: 'channel.tag_edit',
          objectId: tag,
          after: { ...describeTagChanges(changes), channels: rows.length },
        },
        trx,
      )
      return rows.length
    })
  }
}

export type ChannelService = ReturnType<typeof createChannelService>

function existing(row: ChannelRow | undefined): ChannelRow {
  if (row === undefined) throw new GatewayError('not_found', { what: makeReason('channel') })
  return row
}

/** Fields of a channel that its abilities contain. */
const abilityFields = ['models', 'group_names', 'status', 'priority', 'weight', 'tag'] as const
