import { logType } from '@sluice/contract/roles'
import type { Store } from '../src/store/open-database.ts'

/** The row of a later part of a charge. Earlier versions marked only those of corrected checkpoints. */
const isPart = ({ is_charged, detail }: { is_charged: number; detail: string }): boolean =>
  is_charged === 1 || detail.includes('"end":"corrected"')

/**
 * Checks the invariants of money, calculated here and not by the product: one line for each violation. For an idle
 * server with logging on: nothing is held, each balance is the sum of its entries, and each used amount is the sum of
 * the charges in the usage log, of which `logs` has the moved rows.
 */
export async function auditMoney({ db }: Store, logs: Store | null = null): Promise<string[]> {
  const rowsIn = (store: Pick<Store, 'db'>) =>
    store.db.selectFrom('usage_logs').selectAll().where('type', '=', logType.consume).execute()
  const [users, tokens, channels, entries, reservations, ownRows, movedRows, hours] = await Promise.all([
    db.selectFrom('users').select(['id', 'quota', 'used_quota', 'request_count']).execute(),
    db.selectFrom('api_tokens').select(['id', 'remain_quota', 'used_quota', 'granted_quota']).execute(),
    db.selectFrom('channels').select(['id', 'used_quota']).execute(),
    db.selectFrom('ledger_entries').selectAll().execute(),
    db.selectFrom('reservations').selectAll().execute(),
    rowsIn({ db }),
    logs ? rowsIn(logs) : [],
    db.selectFrom('usage_hours').selectAll().execute(),
  ])
  const rows = [...ownRows, ...movedRows]
  const charges = entries.filter((entry) => entry.kind === 'charge')
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  // A refund that names its channel reverses a charge.
  const refunds = entries.filter((entry) => entry.kind === 'refund' && entry.channel_id !== null)
  const charged = (column: 'user_id' | 'token_id' | 'channel_id', id: number) =>
    0 - sum([...charges, ...refunds].filter((entry) => entry[column] === id).map((entry) => entry.amount))
  const complaints = reservations.map((held) => `the reservation ${held.ref} of ${held.amount} is open`)
  const expectEqual = (what: string, found: number, expected: number) => {
    if (found !== expected) complaints.push(`${what} is ${found}, but ${expected} by its entries`)
  }

  for (const user of users) {
    const own = entries.filter((entry) => entry.user_id === user.id)
    const logged = rows.filter((row) => row.user_id === user.id)
    expectEqual(`quota of user ${user.id}`, user.quota, sum(own.map((entry) => entry.amount)))
    expectEqual(`used quota of user ${user.id}`, user.used_quota, charged('user_id', user.id))
    const refunded = sum(refunds.filter((entry) => entry.user_id === user.id).map((entry) => entry.amount))
    expectEqual(`usage rows of user ${user.id}`, sum(logged.map((row) => row.quota)) - refunded, user.used_quota)
    const counted = hours.filter((hour) => hour.user_id === user.id)
    expectEqual(`hours of user ${user.id}`, sum(counted.map((hour) => hour.quota)), user.used_quota)
    const calls = logged.filter((row) => !isPart(row)).length
    expectEqual(`calls in the hours of user ${user.id}`, sum(counted.map((hour) => hour.calls)), calls)
  }
  for (const token of tokens) {
    expectEqual(`used quota of token ${token.id}`, token.used_quota, charged('token_id', token.id))
    expectEqual(`remain + used of token ${token.id}`, token.remain_quota + token.used_quota, token.granted_quota)
  }
  for (const channel of channels)
    expectEqual(`used quota of channel ${channel.id}`, channel.used_quota, charged('channel_id', channel.id))
  // A correction may return a part of a charge, and not more.
  for (const [id, own] of Map.groupBy(charges, (entry) => entry.request_id))
    if (sum(own.map((entry) => entry.amount)) > 0) complaints.push(`the charges of ${id} add quota`)
  // By groups: a comparison of each id with all others takes minutes after a load of a hundred thousand calls.
  const calls = rows.filter((row) => !isPart(row))
  for (const [id, own] of Map.groupBy(calls, (row) => row.request_id))
    if (own.length > 1) complaints.push(`the request ${id} is in the log more than once`)
  return complaints
}
