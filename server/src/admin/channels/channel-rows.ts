import type { Channel } from '@sluice/contract/channel'
import { makeReason } from '@sluice/contract/error-reasons'
import { channelStatus } from '@sluice/contract/roles'
import { splitKeys } from '@sluice/contract/split-keys'
import type { Kysely } from 'kysely'
import { GatewayError } from '../../core/errors.ts'
import { defined } from '../../core/json/defined.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { Services } from '../../services.ts'
import { buildChannelKeys, type ChannelKeys, writeChannelKeys } from '../../state/channel-keys.ts'
import { channelKeySealContext } from '../../state/load-channels.ts'
import type { State } from '../../state/snapshot.ts'
import { rebuildAbilities } from '../../store/abilities.ts'
import { findChannel, findChannelToChange, noBadTests, updateChannel } from '../../store/channels.ts'
import { isOffForKeys, withoutAutomatic } from '../../store/key-states.ts'
import type { ChannelRow, ChannelUpdate, Database } from '../../store/schema.ts'
import { openKeys } from '../../upkeep/open-channel.ts'
import { buildChannel, describeChange, describeChannel } from './build-channel.ts'

/** Fields of a channel that its abilities contain. */
const abilityFields = ['models', 'group_names', 'status', 'priority', 'weight', 'tag'] as const

/** The rows of channels with their keys, and the transactions that change them. */
export class ChannelRows {
  readonly #db: Kysely<Database>
  readonly #state: State
  readonly #secretBox: SecretBox

  constructor({ db, state, secretBox }: Services<'db' | 'state' | 'secretBox'>) {
    this.#db = db
    this.#state = state
    this.#secretBox = secretBox
  }

  keysOf(row: ChannelRow): readonly string[] {
    return openKeys(this.#secretBox, row)
  }

  build(row: ChannelRow): Channel {
    return buildChannel(row, this.#channelKeysOf(row))
  }

  /** For long lists: decrypting the keys of thousands of rows takes seconds, and the snapshot has them decrypted. */
  buildListed(row: ChannelRow): Channel {
    const known = this.#state.current().channels.get(row.id)
    return known === undefined ? this.build(row) : buildChannel(row, known)
  }

  describe(row: ChannelRow) {
    return describeChannel(row, this.#channelKeysOf(row))
  }

  /** The line of the audit trail for a change. */
  describeChange(
    { before, after }: { before: ChannelRow; after: ChannelRow },
    changes: ChannelUpdate,
    hasKeys = false,
  ) {
    const sideOf = (row: ChannelRow) => ({ row, keys: this.#channelKeysOf(row) })
    return describeChange({ before: sideOf(before), after: sideOf(after) }, changes, hasKeys)
  }

  /** The columns of keys for a row like `row`. Keys that stay keep their states. */
  sealKeys(row: ChannelRow, keys: string): Pick<ChannelRow, 'key_box' | 'key_states'> {
    return {
      key_box: this.#secretBox.seal(keys, channelKeySealContext),
      key_states: writeChannelKeys({ ...this.#channelKeysOf(row), allKeys: splitKeys(keys) }, this.#secretBox),
    }
  }

  async find(id: number): Promise<ChannelRow> {
    return existing(await findChannel(this.#db, id))
  }

  async findToChange(trx: Kysely<Database>, id: number): Promise<ChannelRow> {
    return existing(await findChannelToChange(trx, id))
  }

  /** Runs `change` in a transaction, then publishes it to all nodes. */
  async commit<T>(change: (trx: Kysely<Database>) => Promise<T>): Promise<T> {
    const result = await this.#db.transaction().execute(change)
    await this.#state.publish({ kind: 'channels' })
    return result
  }

  /** Stores the changes with all that follows from them. Returns the row as it is then. */
  async save(trx: Kysely<Database>, row: ChannelRow, given: ChannelUpdate): Promise<ChannelRow> {
    // A channel that an administrator enables or gives another key starts without counted failures.
    const isFresh = given.status === channelStatus.enabled || given.key_box !== undefined
    const isBack = given.status === channelStatus.enabled && isOffForKeys(row)
    const changes = {
      ...given,
      ...(isFresh && noBadTests),
      ...(isBack && { key_states: withoutAutomatic(given.key_states ?? row.key_states) }),
    }
    await updateChannel(trx, row.id, changes)
    const saved: ChannelRow = { ...row, ...defined<Partial<ChannelRow>>(changes) }
    if (abilityFields.some((field) => field in changes)) await rebuildAbilities(trx, saved)
    return saved
  }

  #channelKeysOf(row: ChannelRow): ChannelKeys {
    return buildChannelKeys(this.keysOf(row), row.key_states, this.#secretBox)
  }
}

function existing(row: ChannelRow | undefined): ChannelRow {
  if (row === undefined) throw new GatewayError('not_found', { what: makeReason('channel') })
  return row
}
