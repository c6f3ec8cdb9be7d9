import { makeReason } from '@sluice/contract/error-reasons'
import type { User } from '@sluice/contract/user'
import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { requireMayManage } from '../../identity/may-manage.ts'
import type { Slice } from '../../store/channels.ts'
import { readCounted } from '../../store/count-rows.ts'
import {
  countUsers,
  findListedUser,
  listUsers,
  prepareUserFilter,
  type UserFilter,
  type UserOrder,
} from '../../store/user-lists.ts'
import { findUserByName } from '../../store/users.ts'
import { type Listed, totalOf } from '../answer.ts'
import { buildListedUser, buildOwnUser, timesOf } from '../build-user.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { heldQuota } from '../held-quota.ts'

/** Throws not_found or user_out_of_reach. */
export async function readUser({ db, ledger }: AdminDependencies, id: number, caller: ConsoleCaller): Promise<User> {
  const row = await findListedUser(db, id)
  if (!row) throw notFound()
  requireMayManage(caller, row)
  const balance = await ledger.balanceOf(row.id)
  const built =
    row.id === caller.id ? { ...buildOwnUser(row, balance), ...timesOf(row) } : buildListedUser(row, balance)
  return { ...built, held_quota: await heldQuota({ db, ledger }, row.id) }
}

export async function listManagedUsers(
  { reports }: AdminDependencies,
  filter: UserFilter,
  slice: Slice & { order: UserOrder },
): Promise<Listed<User>> {
  const prepared = await prepareUserFilter(reports, filter)
  const { rows, count } = await readCounted(slice, {
    list: () => listUsers(reports, prepared, slice),
    countUpTo: (most) => countUsers(reports, prepared, most),
  })
  return { items: rows.map((row) => buildListedUser(row, row.quota)), ...totalOf(count) }
}

/** Throws not_found. */
export async function findUserId({ db }: AdminDependencies, username: string): Promise<number> {
  const row = await findUserByName(db, username)
  if (!row) throw notFound()
  return row.id
}

const notFound = () => new GatewayError('not_found', { what: makeReason('user') })
