import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { auditLedger } from '../cli/ledger-audit.ts'
import { engines } from '../store/test-databases.ts'
import { createFleet, createModel } from './test-fleet.ts'
import { compare } from './test-fleet-agreement.ts'
import { type Partition, partition } from './test-fleet-partitions.ts'
import {
  ban,
  checkpoint,
  compete,
  endLost,
  endTogether,
  endWithoutAnswer,
  extend,
  inTurn,
  post,
  postWithoutAnswer,
  refund,
  release,
  reserve,
  reserveWithoutAnswer,
  setBalance,
  setRemain,
  settle,
} from './test-fleet-steps.ts'
import { crash, freeze, type Stop, type Work } from './test-fleet-stops.ts'
import type { StopPoint } from './test-link.ts'

// Random histories of a fleet against a model of its balances. A node may crash, or freeze until it is treated as dead
// and continue, with work queued and in flight; a node may lose the database alone, and deliver answers meanwhile;
// answers of the database may be lost, charges are refunded, accounts banned. Whenever the two are compared: entries =
// balances + open holds, leases within the balances and known to their nodes, no hold beyond the balance, no call
// refused that the balance covers, and each call counted once. TEST_FLEET_RUNS sets how many histories run, TEST_SEED
// which.

const runs = Number(process.env.TEST_FLEET_RUNS ?? 4)
const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const stepsMax = 60

const node = fc.nat(2)
const user = fc.nat(1)
const token = fc.nat(3)
const index = fc.nat(50)
/** Of a hold; beyond 100 it is an overdraft. */
const percent = fc.oneof(fc.nat(100), fc.nat(100), fc.nat(140))
const ending = fc.record({ index, percent: fc.option(fc.oneof(fc.constant(0), percent)) })
const work: fc.Arbitrary<Work> = fc.oneof(
  fc.record({ kind: fc.constant('settle'), index, percent }),
  fc.record({ kind: fc.constant('settle'), index, percent }),
  fc.record({ kind: fc.constant('release'), index }),
  fc.record({ kind: fc.constant('checkpoint'), index, more: fc.nat(20) }),
  fc.record({ kind: fc.constant('extend'), index, extra: fc.nat(40) }),
  fc.record({ kind: fc.constant('reserve'), token, amount: fc.nat(60) }),
  fc.record({ kind: fc.constant('post'), user, amount: fc.integer({ min: -40, max: 40 }) }),
)
const stop: fc.Arbitrary<Stop> = fc.record({
  node,
  works: fc.oneof(fc.constant([]), fc.array(work, { maxLength: 6 })),
  batch: fc.integer({ min: 1, max: 3 }),
  point: fc.constantFrom<StopPoint>('sending', 'committed', 'answered'),
  isAnswerLost: fc.boolean(),
})
const lostDatabase: fc.Arbitrary<Partition> = fc.record({
  node,
  works: fc.array(work, { minLength: 1, maxLength: 6 }),
  isLong: fc.boolean(),
  isKilled: fc.nat(3).map((one) => one === 0),
})
const steps = fc.commands(
  [
    ...Array.from({ length: 6 }, () => fc.record({ node, token, amount: fc.nat(60) }).map(reserve)),
    ...Array.from({ length: 2 }, () =>
      fc.tuple(token, fc.array(fc.nat(80), { minLength: 2, maxLength: 6 })).map((args) => compete(...args)),
    ),
    fc.tuple(index, fc.nat(40)).map((args) => extend(...args)),
    ...Array.from({ length: 3 }, () => fc.tuple(index, fc.nat(20)).map((args) => checkpoint(...args))),
    fc.tuple(index, percent, fc.boolean()).map((args) => settle(...args)),
    fc.tuple(node, fc.array(ending, { minLength: 2, maxLength: 4 }), fc.boolean()).map((args) => endTogether(...args)),
    ending.map(endWithoutAnswer),
    fc.record({ node, token, amount: fc.nat(60) }).map(reserveWithoutAnswer),
    fc.record({ node, user, amount: fc.integer({ min: -80, max: 100 }) }).map(postWithoutAnswer),
    fc.record({ node, index, percent: fc.integer({ min: 1, max: 100 }) }).map(refund),
    user.map(ban),
    index.map(release),
    index.map(endLost),
    fc
      .tuple(fc.record({ node, user, amount: fc.integer({ min: -80, max: 400 }) }), fc.boolean())
      .map((args) => post(...args)),
    fc.tuple(node, user, fc.nat(600)).map((args) => setBalance(...args)),
    fc.tuple(node, token, fc.nat(600)).map((args) => setRemain(...args)),
    stop.map(crash),
    stop.map(freeze),
    ...Array.from({ length: 2 }, () =>
      fc.tuple(lostDatabase, fc.array(fc.nat(300), { maxLength: 3 })).chain(([step, amounts]) =>
        token.map((spending) => {
          const others = amounts.map((amount, at) =>
            reserve({ node: step.node + 1 + (at % 2), token: spending, amount }),
          )
          return partition(step, others)
        }),
      ),
    ),
    // The next call of a node that was treated as dead.
    fc
      .record({ stop, token, amount: fc.integer({ min: 1, max: 60 }) })
      .map(({ stop, ...call }) => inTurn(freeze(stop), reserve({ node: stop.node, ...call }), compare)),
    ...Array.from({ length: 3 }, () => fc.constant(compare)),
  ],
  { maxCommands: stepsMax, size: 'max' },
)

for (const { name, fresh } of engines) {
  test(
    `histories of a fleet on ${name} agree with the model (TEST_SEED=${seed})`,
    async () => {
      const store = await fresh()
      await fc.assert(
        fc.asyncProperty(steps, async (history) => {
          const fleet = await createFleet(store)
          try {
            await fc.asyncModelRun(() => ({ model: createModel(fleet), real: fleet }), [...history, compare])
          } finally {
            for (const { link } of fleet.nodes) {
              link.isCut = false
              link.resume()
            }
            for (const { reservation } of [...fleet.calls, ...fleet.lost]) await reservation.release(null)
            for (const { ledger } of fleet.nodes) await ledger.close()
            rmSync(fleet.folder, { recursive: true })
          }
        }),
        { numRuns: runs, seed, endOnFailure: true },
      )
      expect(await store.db.selectFrom('reservations').selectAll().execute()).toEqual([])
      expect(await store.db.selectFrom('balance_leases').selectAll().execute()).toEqual([])
      expect((await auditLedger(store)).findings).toEqual([])
      await store.close()
    },
    60_000 + runs * 20_000,
  )
}
