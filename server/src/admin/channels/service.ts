import type { Channel } from '@sluice/contract/channel'
import type { channelModelsChanged, channelModelsWrite } from '@sluice/contract/channel-batch'
import type { ChannelChanges } from '@sluice/contract/channel-changes'
import type { ChannelHealthEntry } from '@sluice/contract/channel-health'
import {
  type channelCopyQuery,
  type channelCreate,
  channelUpdate,
  type channelWrite,
} from '@sluice/contract/channel-write'
import { makeReason } from '@sluice/contract/error-reasons'
import { render } from '@sluice/contract/messages/render'
import { type ChannelStatus, roles } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { defined } from '../../core/json/defined.ts'
import { requireOwnerOfKeys } from '../../identity/require-owner.ts'
import { requireRight } from '../../identity/require-right.ts'
import type { Language } from '../../platform/accepted-language.ts'
import { buildChannelState, splitNames } from '../../state/build-channel-state.ts'
import { keyMarkOf } from '../../state/channel-keys.ts'
import { channelKeySealContext } from '../../state/load-channels.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { rebuildAbilities } from '../../store/abilities.ts'
import { insertChannel, noBadTests, setChannelsStatus } from '../../store/channels.ts'
import { keepKeyUses } from '../../store/key-uses.ts'
import type { ChannelRow, Database } from '../../store/schema.ts'
import { openChannel } from '../../upkeep/open-channel.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { channelFor, type Reader, withoutHidden } from '../hidden-overrides.ts'
import type { Audit, AuditEntry } from '../record-audit.ts'
import { refusedField } from '../refused-field.ts'
import { buildChannelHealth } from './build-channel-health.ts'
import { findFormer, isRestored, listChannelChanges } from './channel-changes.ts'
import { createChannelKeys } from './channel-keys.ts'
import { createChannelLists } from './channel-lists.ts'
import { createChannelModels } from './channel-models.ts'
import { ChannelRows } from './channel-rows.ts'
import { createChannelTags } from './channel-tags.ts'
import { fitName } from './fit-name.ts'
import { createManyChannels } from './many-channels.ts'
import { type ChannelPlan, parseChannelCreate } from './parse-channel-create.ts'
import {
  type NewChannelDraft,
  newChannelDefaults,
  parseChannelChanges,
  parseModels,
  parseNewChannel,
  type Writer,
} from './parse-channel-write.ts'
import { repairAbilities } from './repair-abilities.ts'

type Create = z.output<typeof channelCreate>
type Update = z.output<typeof channelUpdate>

type ChangeRecord = (line: Pick<AuditEntry, 'objectId'> & DescribedChange, trx: Kysely<Database>) => Promise<void>
type DescribedChange = ReturnType<ChannelRows['describeChange']>

/** Records a change under the action, with `undo_of` where it undoes another. */
const lineOf =
  (audit: Audit, { action, ...more }: { action: string; undo_of?: number }): ChangeRecord =>
  ({ after, ...line }, trx) =>
    audit({ objectType: 'channel', action, ...line, after: { ...after, ...more } }, trx)

const unsavedName = 'unsaved'
const unsavedColumns = {
  id: 0,
  key_box: '',
  created_at: 0,
  balance_currency: '',
  used_quota: 0,
  ...noBadTests,
  key_states: null,
}

/** Rules and transactions of channels. Every change ends in a new snapshot before it resolves. */
export function createChannelService(
  deps: Pick<AdminDependencies, 'db' | 'state' | 'clock' | 'secretBox' | 'config' | 'channelHealth'>,
) {
  const { db, state, clock, secretBox, config, channelHealth } = deps
  const rulesFor = ({ role }: Pick<Writer, 'role'>) => ({
    allowPrivate: config.UPSTREAM_ALLOW_PRIVATE,
    secretBox,
    mayStoreCredentials: role >= roles.root,
    mayMoveKeys: role >= roles.root,
  })

  /** With the proof that a super administrator gives before a stored key goes to another host. */
  const rulesWithProof = (writer: Writer) => ({
    ...rulesFor(writer),
    proveOwner: () => requireOwnerOfKeys(deps, writer),
  })

  const rows = new ChannelRows(deps)
  /** The channel in the form of the snapshot, for a call. */
  const findState = async (id: number): Promise<ChannelState> => openChannel(secretBox, await rows.find(id))

  return {
    findState,

    read: async (id: number): Promise<Channel> => rows.build(await rows.find(id)),

    /** What this reader may see of the channel. */
    show: async (id: number, reader: Reader): Promise<Channel> => channelFor(reader, rows.build(await rows.find(id))),

    lists: createChannelLists(deps, (row) => rows.buildListed(row)),

    models: createChannelModels(deps, findState),

    /** The health of the channels that this node has called. */
    health: (language: Language): ChannelHealthEntry[] => {
      const { channels } = state.current()
      const reports = channelHealth.reports()
      return reports.map((report) => buildChannelHealth(report, channels.get(report.channelId), language))
    },

    /** What new calls follow, for clients that show it beside the channels. */
    ops: () => ({ retry_times: state.current().options.RetryTimes }),

    async create(body: Create, writer: Writer, audit: Audit): Promise<Channel[]> {
      const { write, isSingle, nameOf } = parseChannelCreate(body)
      const source = write.copy_of === undefined ? undefined : await rows.find(write.copy_of)
      const copied = source && { row: source, keys: rows.keysOf(source) }
      const draft = parseNewChannel(write, rulesWithProof(writer), copied)
      if (isSingle && draft.keys.length > 1) throw refusedField('key', makeReason('singleKey'))
      return await insertAll(draft, { nameOf, source, audit })
    },

    /** A channel that is not stored, with its keys in clear text. Throws GatewayError naming the wrong fields. */
    draft(write: z.output<typeof channelWrite>, writer: Writer): ChannelState {
      // A test does not need what only a stored channel does.
      const named = { ...write, name: write.name || unsavedName, models: write.models || undefined }
      const { keys, row } = parseNewChannel(defined(named), rulesFor(writer))
      const whole = { ...newChannelDefaults, ...defined<Partial<ChannelRow>>(row), ...unsavedColumns }
      return buildChannelState(whole, keys[0] ?? '', secretBox)
    },

    /**
     * A copy with the key of the channel; its figures start at zero, except for the balance if `reset_balance` is
     * false. Without a suffix the name ends in that of the language.
     */
    async copy(
      id: number,
      { suffix, reset_balance: resetBalance }: z.output<typeof channelCopyQuery>,
      { language, audit }: { language: Language; audit: Audit },
    ): Promise<Channel> {
      const source = await rows.find(id)
      const { balance, balance_updated_at, balance_currency } = source
      const write = { name: fitName(source.name, suffix ?? render(language, 'words', { code: 'copySuffix' })) }
      // Only the name is written, so no rights are needed.
      const rules = rulesFor({ role: roles.admin })
      const { keys, row } = parseNewChannel(write, rules, { row: source, keys: rows.keysOf(source) })
      const keepsBalance = resetBalance === 'false' || resetBalance === '0'
      const kept = keepsBalance ? { balance, balance_updated_at, balance_currency } : {}
      const [made] = await insertAll({ keys, row: { ...row, ...kept } }, { source, audit })
      if (!made) throw new Error('no channel was created')
      return made
    },

    update: async (id: number, write: Update, writer: Writer, audit: Audit): Promise<Channel> =>
      channelFor(
        writer,
        rows.build(
          await rows.commit((trx) => change(trx, { id, write, writer }, lineOf(audit, { action: 'channel.update' }))),
        ),
      ),

    /** The newest changes of the channel alone, and which of them can be undone. */
    changes: async (id: number, reader: Reader, language: Language): Promise<ChannelChanges> =>
      listChannelChanges(db, rows.build(await rows.find(id)), { reader, language }),

    /**
     * Writes the former values of a change back, as a change of its own. Throws GatewayError if they are not kept or no
     * longer accepted, or if one of the fields was changed again since.
     */
    async undo(id: number, changeId: number, writer: Writer, audit: Audit): Promise<Channel> {
      const undone = await rows.commit(async (trx) => {
        const current = rows.build(await rows.findToChange(trx, id))
        const former = await findFormer(trx, current, changeId)
        const write = channelUpdate.safeParse(former)
        if (!write.success) throw refusedField('change', makeReason('formerRefused'))
        const line = lineOf(audit, { action: 'channel.undo', undo_of: changeId })
        const after = await change(trx, { id, write: write.data, writer }, line)
        if (!isRestored(rows.build(after), former)) throw refusedField('change', makeReason('formerRefused'))
        return after
      })
      return channelFor(writer, rows.build(undone))
    },

    keys: createChannelKeys(rows, deps),

    many: createManyChannels(rows, clock),

    tags: createChannelTags(rows, db, rulesFor),

    /** False when the channel has that status already. */
    switchOne: (id: number, status: ChannelStatus, audit: Audit): Promise<boolean> =>
      rows.commit(async (trx) => {
        const before = await rows.findToChange(trx, id)
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
      audit: Audit,
    ): Promise<z.output<typeof channelModelsChanged>> =>
      rows.commit(async (trx) => {
        const row = await rows.findToChange(trx, id)
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
          const after = await rows.save(trx, row, { models: models.join(',') })
          const line = { objectType: 'channel', action: 'channel.update', objectId: String(id) }
          const changes = { models: after.models }
          await audit({ ...line, ...rows.describeChange({ before: row, after }, changes) }, trx)
        }
        return { ...changed, models: models.join(',') }
      }),

    /** Rebuilds the abilities from the channels. Returns the number of channels plus the number of repaired ones. */
    async repair(audit: Audit): Promise<number> {
      const { checked, repaired, orphans } = await repairAbilities(db)
      await state.publish({ kind: 'channels' })
      const after = { checked, repaired, orphans }
      await audit({ objectType: 'channel', action: 'channel.repair', objectId: '', after }, db)
      return checked + repaired
    },
  }

  /** Changes the channel, and writes the line of the trail. Returns the row as it is then. */
  async function change(
    trx: Kysely<Database>,
    { id, write, writer }: { id: number; write: Update; writer: Writer },
    record: ChangeRecord,
  ): Promise<ChannelRow> {
    const row = await rows.findToChange(trx, id)
    const requireSensitive = () => requireRight(writer, 'channel.sensitive_write')
    const rules = { ...rulesWithProof(writer), requireSensitive, currentKeys: rows.keysOf(row) }
    const { changes, keys } = parseChannelChanges(withoutHidden(writer, write), row, rules)
    if ('status' in changes) requireRight(writer, 'channel.operate')
    const after = await rows.save(trx, row, { ...changes, ...(keys !== null && rows.sealKeys(row, keys)) })
    if (keys !== null) await keepKeyUses(trx, id, new Set(rows.keysOf(after).map((key) => keyMarkOf(secretBox, key))))
    await record({ objectId: id, ...rows.describeChange({ before: row, after }, changes, keys !== null) }, trx)
    return after
  }

  async function insertAll(
    { keys, row }: NewChannelDraft,
    {
      nameOf = (name) => name,
      source,
      audit,
    }: { nameOf?: ChannelPlan['nameOf']; source: ChannelRow | undefined; audit: Audit },
  ): Promise<Channel[]> {
    const made = await rows.commit(async (trx) => {
      const inserted: ChannelRow[] = []
      for (const [index, key] of keys.entries()) {
        // A copied key keeps its state, such as disabled.
        const sealed = source
          ? rows.sealKeys(source, key)
          : { key_box: secretBox.seal(key, channelKeySealContext), key_states: null }
        const name = keys.length > 1 ? nameOf(row.name, key, index + 1) : row.name
        const saved = await insertChannel(trx, {
          ...row,
          ...sealed,
          name,
          created_at: clock.now(),
        })
        await rebuildAbilities(trx, saved)
        await audit(
          {
            objectType: 'channel',
            action: 'channel.create',
            objectId: String(saved.id),
            after: { ...rows.describe(saved), ...(source && { copy_of: source.id }) },
          },
          trx,
        )
        inserted.push(saved)
      }
      return inserted
    })
    return made.map((row) => rows.build(row))
  }
}

export type ChannelService = ReturnType<typeof createChannelService>
