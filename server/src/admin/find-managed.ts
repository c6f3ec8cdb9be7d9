import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../core/errors.ts'
import type { ConsoleCaller } from '../identity/console-caller.ts'
import { requireMayManage } from '../identity/may-manage.ts'
import type { Services } from '../services.ts'
import type { UserRow } from '../store/schema.ts'
import { findAnyUser } from '../store/users.ts'

/** The account, existing or deleted, if the caller may manage it. Throws not_found or user_out_of_reach. */
export async function findManaged({ db }: Services<'db'>, id: number, caller: ConsoleCaller): Promise<UserRow> {
  const row = await findAnyUser(db, id)
  if (!row) throw new GatewayError('not_found', { what: makeReason('user') })
  requireMayManage(caller, row)
  return row
}
