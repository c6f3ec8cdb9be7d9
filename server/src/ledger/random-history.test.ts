import { expect, test } from 'bun:test'
import { auditLedger } from '../cli/ledger-audit.ts'
import { createRandom } from '../platform/test-random.ts'
import type { Store } from '../store/open-database.ts'
import { engines } from '../store/test-databases.ts'
import type { Ledger, Reservation } from './ledger.ts'
import { addChannel, addToken, addUser, openLedger, q, usageRow } from './test-accounts.ts'

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const steps = 400

interface OpenCall {
  reservation: Reservation
  userId: number
  tokenId: number
  /** The charge after a crash; 0 = no checkpoint. */
  checkpoint: number
}

/** The expected balances, calculated in the simplest way. */
interface Model {
  spendable: Map<number, number>
  used: Map<number, number>
}

for (const { name, fresh } of engines) {
  test(`random histories on ${name} keep every invariant (TEST_SEED=${seed})`, async () => {
    const store = await fresh()
    const random = createRandom(seed)
    let ledger = await openLedger(store)
    const userIds = [await addUser(store, 'a'), await addUser(store, 'b'), await addUser(store, 'c')]
    const channelIds = [await addChannel(store), await addChannel(store)]
    const tokens: { id: number; userId: number }[] = []
    for (const userId of userIds)
      for (const isUnlimited of [true, false]) tokens.push({ id: await addToken(store, userId, isUnlimited), userId })
    const model: Model = {
      spendable: new Map(userIds.map((id) => [id, 0])),
      used: new Map(userIds.map((id) => [id, 0])),
    }
    const add = (map: Map<number, number>, id: number, amount: number) => map.set(id, (map.get(id) ?? 0) + amount)
    let open: OpenCall[] = []
    const waiting: Promise<unknown>[] = []

    const settleAll = async (calls: OpenCall[]) => {
      for (const call of calls) {
        const charge = random.below(call.reservation.amount * 2 + 3)
        const row = usageRow(call.userId, call.tokenId, call.reservation.ref, charge)
        waiting.push(call.reservation.settle(q(charge), row, random.pick(channelIds)))
        if (random.below(4) === 0) waiting.push(call.reservation.settle(q(charge + 1), row, 1))
        if (random.below(4) === 0) waiting.push(call.reservation.release(row))
        add(model.spendable, call.userId, call.reservation.amount - charge)
        add(model.used, call.userId, charge)
      }
    }
    const takeOpenCall = (): OpenCall | undefined => open.splice(random.below(open.length), 1)[0]

    const step = async (index: number) => {
      const token = random.pick(tokens)
      const choice = random.below(100)
      if (choice < 40) {
        const amount = random.below(60)
        const request = {
          ref: `call-${index}`,
          userId: token.userId,
          tokenId: token.id,
          amount: q(amount),
          deliversAtEnd: random.below(2) === 0,
        }
        const spendable = model.spendable.get(token.userId) ?? 0
        const result = await ledger.reserve(request)
        if (result.ok) {
          expect(amount === 0 || amount <= spendable).toBe(true)
          open.push({ reservation: result.reservation, ...request, checkpoint: 0 })
          add(model.spendable, token.userId, -amount)
        } else if (result.reason === 'user_quota') {
          expect(result.available).toBe(q(spendable))
          expect(amount).toBeGreaterThan(spendable)
        }
      } else if (choice < 55) {
        const call = takeOpenCall()
        if (call) await settleAll([call])
      } else if (choice < 63) {
        const call = takeOpenCall()
        if (!call) return
        waiting.push(call.reservation.release(null), call.reservation.settle(q(9), null, 1))
        add(model.spendable, call.userId, call.reservation.amount)
      } else if (choice < 73) {
        const call = open[random.below(open.length)]
        const extra = random.below(30)
        if (call && (await call.reservation.extend(q(extra))) === 'held') add(model.spendable, call.userId, -extra)
      } else if (choice < 83) {
        const call = open[random.below(open.length)]
        if (!call) return
        call.checkpoint += 1 + random.below(20)
        const row = usageRow(call.userId, call.tokenId, call.reservation.ref, call.checkpoint)
        call.reservation.checkpoint(q(call.checkpoint), row, random.pick(channelIds))
      } else if (choice < 92) {
        const isCredit = random.below(3) > 0
        const amount = isCredit ? random.below(400) : -random.below(100)
        const kind = isCredit ? 'credit' : 'adjustment'
        const entry = { ref: `entry-${index}`, userId: token.userId, kind, amount: q(amount) } as const
        expect(await ledger.post(entry)).toBe('done')
        if (random.below(3) === 0) expect(await ledger.post(entry)).toBe('duplicate')
        add(model.spendable, token.userId, amount)
      } else if (choice < 96) {
        await ledger.setTokenRemain(token.id, q(random.below(500)))
      } else if (choice < 98) {
        // Holds that exist in memory alone are not in the database yet.
        await Promise.all(open.map((call) => call.reservation.durable))
        await expectInvariants(store, ledger, model)
      } else {
        await crash(store)
        for (const call of open) {
          add(model.spendable, call.userId, call.reservation.amount - call.checkpoint)
          add(model.used, call.userId, call.checkpoint)
        }
        open = []
        ledger = await openLedger(store)
      }
    }
    const crash = async (crashed: Store) => {
      // An operation that is not yet queued for the database would be lost, and the model does not expect that.
      await ledger.flush()
      await crashed.db.updateTable('epochs').set({ lease_until: 0 }).execute()
      abandoned.push(ledger)
    }
    const abandoned: Ledger[] = []

    for (let index = 0; index < steps; index++) await step(index)
    await settleAll(open)
    await Promise.all(waiting)
    await expectInvariants(store, ledger, model)
    expect(await store.db.selectFrom('reservations').selectAll().execute()).toEqual([])
    await ledger.close()
    for (const dropped of abandoned) await dropped.close()
    await store.close()
  }, 60_000)
}

async function expectInvariants(store: Store, ledger: Ledger, model: Model): Promise<void> {
  await ledger.flush()
  const report = await auditLedger(store)
  expect(report.findings).toEqual([])
  expect(report.usageRowDifferences).toEqual([])
  const users = await store.db.selectFrom('users').select(['id', 'quota', 'used_quota']).execute()
  const hours = await store.db.selectFrom('usage_hours').select(['user_id', 'quota']).execute()
  const sumHours = (userId: number) =>
    hours.filter((hour) => hour.user_id === userId).reduce((sum, hour) => sum + hour.quota, 0)
  for (const { id, quota, used_quota: used } of users) {
    const spendable = await ledger.balanceOf(id)
    expect({ id, spendable, used }).toEqual({
      id,
      spendable: q(model.spendable.get(id) ?? 0),
      used: model.used.get(id) ?? 0,
    })
    // Holds that were admitted from leases are part of the balance in the database.
    if (store.engine === 'sqlite') expect(quota).toBe(spendable)
    else expect(quota).toBeGreaterThanOrEqual(spendable)
    expect(sumHours(id)).toBe(used)
  }
}
