import { redemptionStatus } from '@sluice/contract/redemption-status'
import { hashCode, sealCode } from '../../store/redemption-codes.ts'
import type { SourceRow } from '../source-row.ts'
import { type ImportContext, type ImportStep, insertRows, nameIn, timeUpTo } from './step.ts'

const statuses: readonly number[] = Object.values(redemptionStatus)

/** Codes with their states. The credit of a used one is part of its user's opening balance. */
export const redemptionsStep: ImportStep = {
  name: 'redemption codes',
  table: 'redemptions',
  write: ({ rows, db, context }) =>
    insertRows(
      db,
      'redemptions',
      rows.map((row) => buildRedemption(row, context)),
    ),
}

function buildRedemption(row: SourceRow, context: ImportContext) {
  const { secretBox, now } = context
  const code = row.text('key')
  const status = row.integer('status')
  const expires = row.integer('expired_time')
  return {
    id: row.integer('id'),
    user_id: row.integer('user_id'),
    key_hash: hashCode(secretBox, code),
    key_box: sealCode(secretBox, code),
    status: statuses.includes(status) ? status : redemptionStatus.disabled,
    name: nameIn(row, 'name', { max: 64, place: `code ${row.integer('id')}` }, context),
    quota: Math.max(0, row.amount('quota')),
    created_at: row.seconds('created_time'),
    expires_at: expires > 0 ? expires * 1_000 : null,
    // For codes used after the import, the ledger check requires a credit.
    redeemed_at: status === redemptionStatus.used ? timeUpTo(now, row.seconds('redeemed_time')) : 0,
    used_user_id: row.integer('used_user_id'),
    deleted_at: row.instant('deleted_at'),
  }
}
