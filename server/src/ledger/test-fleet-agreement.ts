import { expect } from 'bun:test'
import { auditLedger } from '../cli/ledger-audit.ts'
import { SharedLedger } from './shared-ledger.ts'
import { q } from './test-accounts.ts'
import { type Call, type Fleet, type Model, type Node, spendableOf } from './test-fleet.ts'
import { createStep } from './test-fleet-steps.ts'

/** Compares the database, and the memory of every node, with the model. */
export const compare = createStep('compare', async (model, fleet) => {
  await Promise.all(fleet.calls.map(({ reservation }) => reservation.durable))
  const { store, nodes } = fleet
  for (const { ledger } of nodes) await ledger.flush()
  expect((await auditLedger(store)).findings).toEqual([])
  const rows = await store.db.selectFrom('reservations').select(['ref', 'amount']).execute()
  const refs = new Set(rows.map(({ ref }) => ref))
  const leased = fleet.calls.filter(({ reservation }) => !refs.has(reservation.ref))
  if (store.engine === 'sqlite') expect(leased).toEqual([])
  for (const { reservation, held } of fleet.calls) {
    expect(reservation.amount).toBe(q(held))
    const row = rows.find(({ ref }) => ref === reservation.ref)
    if (row) expect(row.amount).toBe(held)
  }
  await expectBalances(model, fleet, leased)
  await expectLeasesCover(fleet, leased)
  for (const [index, node] of nodes.entries()) await expectKnownLeases(fleet, node, index)
})

const sumOf = (calls: Call[]) => calls.reduce((total, { held }) => total + held, 0)

/** `leased`: the calls whose holds are part of leases. */
async function expectBalances(model: Model, { store, nodes, userIds, tokenIds }: Fleet, leased: Call[]) {
  const users = await store.db.selectFrom('users').select(['id', 'quota', 'used_quota', 'request_count']).execute()
  const tokens = await store.db.selectFrom('api_tokens').select(['id', 'remain_quota']).execute()
  const found = userIds.map((id) => {
    const row = users.find((candidate) => candidate.id === id)
    const held = sumOf(leased.filter(({ user }) => userIds[user] === id))
    return {
      spendable: (row?.quota ?? 0) - held,
      used: row?.used_quota ?? 0,
      requests: row?.request_count ?? 0,
    }
  })
  expect(found).toEqual(model.users.map(({ overdraft: _, ...user }) => user))
  tokenIds.forEach((id, index) => {
    const limit = model.tokens[index]?.limit
    const held = sumOf(leased.filter(({ token }) => token === index))
    if (limit) expect(tokens.find((candidate) => candidate.id === id)?.remain_quota).toBe(limit.spendable + held)
  })
  for (const account of [...model.users, ...model.tokens.flatMap(({ limit }) => limit ?? [])])
    expect(account.spendable).toBeGreaterThanOrEqual(-account.overdraft)
  for (const [at, { ledger }] of nodes.entries())
    for (const [index, id] of userIds.entries()) {
      const elsewhere = leased.filter(({ user, node }) => user === index && node !== at)
      expect(await ledger.balanceOf(id)).toBe(q(spendableOf(model, index) + sumOf(elsewhere)))
    }
}

/** The leases of each node contain at least the holds that were admitted from them. */
async function expectLeasesCover({ store, nodes, userIds, tokenIds }: Fleet, leased: Call[]): Promise<void> {
  const leases = await store.db
    .selectFrom('balance_leases')
    .innerJoin('epochs', 'epochs.id', 'balance_leases.epoch_id')
    .select(['account_kind', 'account_id', 'amount', 'node'])
    .execute()
  for (const { amount } of leases) expect(amount).toBeGreaterThanOrEqual(0)
  const expectCovered = (kind: string, id: number | undefined, node: number, calls: Call[]) => {
    const ofAccount = leases.filter((row) => row.account_kind === kind && row.account_id === id)
    const ofNode = ofAccount.filter((row) => row.node === `node-${node}`)
    expect(ofNode.reduce((total, { amount }) => total + amount, 0)).toBeGreaterThanOrEqual(sumOf(calls))
  }
  for (const at of nodes.keys()) {
    const calls = leased.filter(({ node }) => node === at)
    for (const [index, id] of userIds.entries())
      expectCovered(
        'user',
        id,
        at,
        calls.filter(({ user }) => user === index),
      )
    for (const [index, id] of tokenIds.entries())
      if (index % 2 === 1)
        expectCovered(
          'token',
          id,
          at,
          calls.filter(({ token }) => token === index),
        )
  }
}

/** The leases in the memory of a running node are those in the database, once it has nothing to write. */
async function expectKnownLeases({ store }: Fleet, { ledger }: Node, index: number): Promise<void> {
  if (!(ledger instanceof SharedLedger)) return
  const readKnown = () => ledger.leasedAmounts().map(({ account: { kind, id }, amount }) => `${kind} ${id}: ${amount}`)
  for (;;) {
    await ledger.flush()
    const known = readKnown().toSorted()
    const epoch = await store.db
      .selectFrom('epochs')
      .select('id')
      .where('node', '=', `node-${index}`)
      .executeTakeFirst()
    const rows = await store.db
      .selectFrom('balance_leases')
      .select(['account_kind', 'account_id', 'amount'])
      .where('epoch_id', '=', epoch?.id ?? 0)
      .where('amount', '!=', 0)
      .execute()
    // A frozen node has no epoch. A node that answered a recall meanwhile is read again.
    if (!epoch) return
    if (ledger.figures().waiting > 0 || !Bun.deepEquals(known, readKnown().toSorted())) continue
    expect(rows.map((row) => `${row.account_kind} ${row.account_id}: ${row.amount}`).toSorted()).toEqual(known)
    return
  }
}
