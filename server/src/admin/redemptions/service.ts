import { makeReason } from '@sluice/contract/error-reasons'
import type { Redemption, RedemptionBatch, redemptionCreate, redemptionUpdate } from '@sluice/contract/redemption'
import { redemptionStatus } from '@sluice/contract/redemption-status'
import { keysOf } from '@sluice/contract/typed-keys'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import type { Services } from '../../services.ts'
import type { Slice } from '../../store/channels.ts'
import { readCounted } from '../../store/count-rows.ts'
import { hashCode, newCode, openCode, sealCode } from '../../store/redemption-codes.ts'
import {
  countRedemptionBatches,
  countRedemptions,
  findRedemption,
  insertRedemption,
  listRedemptionBatches,
  listRedemptions,
  type RedemptionChanges,
  type RedemptionFilter,
  type RedemptionRow,
  removeInvalidRedemptions,
  removeRedemption,
  removeUnusedOfBatch,
  updateUnusedOfBatch,
  updateUnusedRedemption,
} from '../../store/redemptions.ts'
import { findUsernames } from '../../store/users.ts'
import { type Listed, totalOf } from '../answer.ts'
import type { Audit } from '../record-audit.ts'
import { refusedField } from '../refused-field.ts'
import { buildRedemption } from './build-redemption.ts'

type Search = Pick<RedemptionFilter, 'keyword' | 'status'>

const rowsPerTransaction = 1_000

/** The rules by which administrators create and change redemption codes. */
export function createRedemptionService({
  db,
  reports,
  clock,
  secretBox,
}: Services<'db' | 'reports' | 'clock' | 'secretBox'>) {
  const namesOf = (rows: readonly RedemptionRow[]): Promise<Map<number, string>> => {
    const ids = rows.flatMap(({ user_id, used_user_id }) => [user_id, used_user_id])
    return findUsernames(db, [...new Set(ids.filter((id) => id > 0))])
  }
  const build = (row: RedemptionRow, names: ReadonlyMap<number, string>): Redemption =>
    buildRedemption(row, openCode(secretBox, row.key_box), names)
  const buildOne = async (row: RedemptionRow): Promise<Redemption> => build(row, await namesOf([row]))

  async function find(id: number, from = db): Promise<RedemptionRow> {
    const row = await findRedemption(from, id)
    if (!row) throw new GatewayError('not_found', { what: makeReason('redemptionCode') })
    return row
  }

  const filterOf = ({ keyword, status }: Search): RedemptionFilter => ({
    keyword,
    keyHash: keyword === '' ? null : hashCode(secretBox, keyword),
    status,
    now: clock.now(),
  })

  const changeBatch = (
    { id, action, after }: { id: number; action: string; after?: object },
    audit: Audit,
    change: (trx: typeof db, batch: RedemptionRow) => Promise<number>,
  ): Promise<number> =>
    db.transaction().execute(async (trx) => {
      const batch = await find(id, trx)
      const changed = await change(trx, batch)
      const line = { action, objectType: 'redemption', objectId: id, after: { name: batch.name, changed, ...after } }
      if (changed > 0) await audit(line, trx)
      return changed
    })

  return {
    read: async (id: number): Promise<Redemption> => buildOne(await find(id)),

    /** `keyword` is an id, the beginning of a name, or a whole code. */
    async list(
      { batch, ...search }: Search & { batch?: number | undefined },
      slice: Slice,
    ): Promise<Listed<Redemption>> {
      const filter = { ...filterOf(search), batch: batch ? await find(batch) : undefined }
      const { rows, count } = await readCounted(slice, {
        list: () => listRedemptions(reports, filter, slice),
        countUpTo: (most) => countRedemptions(reports, filter, most),
      })
      const names = await namesOf(rows)
      return { items: rows.map((row) => build(row, names)), ...totalOf(count) }
    },

    /** The same search, by the request that created the codes. */
    async listBatches(search: Search, slice: Slice): Promise<{ items: RedemptionBatch[]; total: number }> {
      const filter = filterOf(search)
      const [rows, total] = await Promise.all([
        listRedemptionBatches(reports, filter, slice),
        countRedemptionBatches(reports, filter),
      ])
      const names = await findUsernames(db, [...new Set(rows.map(({ user_id }) => user_id))])
      const items = rows.map(({ created_at, ...row }) => ({
        ...row,
        username: names.get(row.user_id) ?? '',
        created_time: toSeconds(created_at),
      }))
      return { items, total }
    },

    /** Changes the codes that were created with the code `id` and were not used. Returns how many. */
    updateBatch: (id: number, status: number, audit: Audit): Promise<number> =>
      changeBatch({ id, action: 'redemption.batch_status', after: { status } }, audit, (trx, batch) =>
        updateUnusedOfBatch(trx, batch, status),
      ),

    /** Deletes them. */
    removeBatch: (id: number, audit: Audit): Promise<number> =>
      changeBatch({ id, action: 'redemption.batch_delete' }, audit, (trx, batch) =>
        removeUnusedOfBatch(trx, batch, clock.now()),
      ),

    /** All of them or none. Returns the codes. */
    async create(
      write: z.output<typeof redemptionCreate>,
      { callerId, audit }: { callerId: number; audit: Audit },
    ): Promise<string[]> {
      const { name, quota, count } = write
      const now = clock.now()
      const expiresAt = parseExpiry(write.expired_time, now) ?? null
      const codes = Array.from({ length: count }, newCode)
      await db.transaction().execute(async (trx) => {
        const ids: number[] = []
        for (const code of codes)
          ids.push(
            await insertRedemption(trx, {
              user_id: callerId,
              key_hash: hashCode(secretBox, code),
              key_box: sealCode(secretBox, code),
              status: redemptionStatus.unused,
              name,
              quota,
              created_at: now,
              expires_at: expiresAt,
            }),
          )
        const after = { name, quota, count, first_id: ids[0], last_id: ids.at(-1), expires_at: expiresAt }
        await audit({ action: 'redemption.create', objectType: 'redemption', objectId: '', after }, trx)
      })
      return codes
    },

    /** Throws redemption_code_spent for a used code, even if it is used at the same moment. */
    async update(
      write: z.output<typeof redemptionUpdate>,
      { statusOnly, audit }: { statusOnly: boolean; audit: Audit },
    ): Promise<Redemption> {
      const row = await db.transaction().execute(async (trx) => {
        const before = await find(write.id, trx)
        const changes = changesOf(write, { statusOnly, before, now: clock.now() })
        if (Object.keys(changes).length === 0) return before
        if (!(await updateUnusedRedemption(trx, write.id, changes))) throw new GatewayError('redemption_code_spent')
        await audit(
          {
            action: 'redemption.update',
            objectType: 'redemption',
            objectId: write.id,
            before: Object.fromEntries(keysOf(changes).map((name) => [name, before[name]])),
            after: changes,
          },
          trx,
        )
        return { ...before, ...changes }
      })
      return await buildOne(row)
    },

    async remove(id: number, audit: Audit): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { name, quota, status } = await find(id, trx)
        if (!(await removeRedemption(trx, id, clock.now())))
          throw new GatewayError('not_found', { what: makeReason('redemptionCode') })
        const before = { name, quota, status }
        await audit({ action: 'redemption.delete', objectType: 'redemption', objectId: id, before }, trx)
      })
    },

    /** Deletes used, disabled and expired codes, and returns their number. */
    async removeInvalid(audit: Audit): Promise<number> {
      let removed = 0
      for (;;) {
        const count = await removeInvalidRedemptions(db, clock.now(), rowsPerTransaction)
        removed += count
        if (count < rowsPerTransaction) break
      }
      const after = { removed }
      if (removed > 0)
        await audit({ action: 'redemption.delete_invalid', objectType: 'redemption', objectId: '', after })
      return removed
    },
  }
}

interface UpdateContext {
  statusOnly: boolean
  before: RedemptionRow
  now: number
}

/** The changes that the body makes. */
function changesOf(
  write: z.output<typeof redemptionUpdate>,
  { statusOnly, before, now }: UpdateContext,
): RedemptionChanges {
  const changes: RedemptionChanges = {}
  const change = <Name extends keyof RedemptionChanges>(name: Name, value: RedemptionChanges[Name]) => {
    if (value !== undefined && value !== before[name]) changes[name] = value
  }
  change('status', write.status)
  if (!statusOnly) {
    change('name', write.name)
    change('quota', write.quota)
    const isSameExpiry = write.expired_time === Math.floor((before.expires_at ?? 0) / 1_000)
    if (!isSameExpiry) change('expires_at', parseExpiry(write.expired_time, now))
  }
  // Only a redemption sets this status.
  if (changes.status === redemptionStatus.used) throw refusedField('status', makeReason('usedByRedeeming'))
  return changes
}

/** Milliseconds; null = never, undefined = absent. */
function parseExpiry(seconds: number | undefined, now: number): number | null | undefined {
  if (seconds === undefined) return undefined
  if (seconds <= 0) return null
  if (seconds * 1_000 <= now) throw refusedField('expired_time', makeReason('expiryPast'))
  return seconds * 1_000
}
