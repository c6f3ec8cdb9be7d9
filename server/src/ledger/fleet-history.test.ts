import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { auditLedger } from '../cli/ledger-audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Store } from '../store/open-database.ts'
import { StoreError } from '../store/store-error.ts'
import { engines } from '../store/test-databases.ts'
import { createLedger } from './create-ledger.ts'
import type { Ledger, LedgerEntryRequest, Reservation, ReserveResult } from './ledger.ts'
import {
  addChannel,
  addToken,
  addUser,
  createSkippingClock,
  type LostAnswers,
  q,
  silent,
  usageRow,
  withLostAnswers,
} from './test-accounts.ts'

// Random histories of a fleet against a model of its balances. A node may crash, or freeze until it is treated as dead
// and continue, answers of the database may be lost, charges are refunded, accounts banned. At every step: entries =
// balances + open holds, leases within the balances, no hold beyond the balance, no call refused that the balance
// covers, and each call counted once. TEST_FLEET_RUNS sets how many histories run, TEST_SEED which.

const runs = Number(process.env.TEST_FLEET_RUNS ?? 4)
const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const stepsMax = 60
/** What each user, and each limited token, can spend at first. */
const funds = 300
const allowance = 200

interface Call {
  node: number
  reservation: Reservation
  user: number
  token: number
  /** The charge of its last checkpoint. */
  checkpoint: number
  hasCheckpoint: boolean
}

interface Balance {
  spendable: number
  used: number
  requests: number
}

/** The expected balances, calculated in the simplest way. `remain` is null for an unlimited token. */
interface Model {
  users: Balance[]
  tokens: { user: number; remain: number | null }[]
  /** Users whose calls are refused before the ledger. Their open calls end as others do. */
  banned: Set<number>
}

interface Fleet {
  store: Store
  userIds: number[]
  tokenIds: number[]
  channelId: number
  nodes: Node[]
  calls: Call[]
  /** Charged calls that may be refunded. */
  charged: { call: Call; ref: string; left: number }[]
  /** Calls of a node that was treated as dead: they are ended, and their node may not know it. */
  lost: Call[]
  endings: Promise<unknown>[]
  abandoned: Ledger[]
  refs: number
}

interface Node {
  ledger: Ledger
  clock: Clock & { skipMs: number }
  faults: LostAnswers
}

type Step = fc.AsyncCommand<Model, Fleet>

const createStep = (name: string, run: (model: Model, fleet: Fleet) => Promise<void>): Step => ({
  check: () => true,
  run,
  toString: () => name,
})

/** By how much a user and a token are charged beyond their unleased parts. */
interface Overdrawn {
  user: number
  token: number
}

const covers = (
  model: Model,
  user: number,
  token: number,
  amount: number,
  overdrawn: Overdrawn = { user: 0, token: 0 },
): boolean => {
  const remain = model.tokens[token]?.remain ?? Number.POSITIVE_INFINITY
  return amount === 0 || (amount <= spendable(model, user) + overdrawn.user && amount <= remain + overdrawn.token)
}

/**
 * A charge above its hold is taken from the unleased part of a balance, which may fall below zero. A lease that was
 * given before still pays for its node's calls, so that a hold may exceed the whole balance by that much.
 */
async function readOverdrawn({ store, userIds, tokenIds }: Fleet, user: number, token: number): Promise<Overdrawn> {
  const userId = userIds[user] ?? 0
  const tokenId = tokenIds[token] ?? 0
  const [balance, key, leases] = await Promise.all([
    store.db.selectFrom('users').select('quota').where('id', '=', userId).executeTakeFirst(),
    store.db.selectFrom('api_tokens').select('remain_quota').where('id', '=', tokenId).executeTakeFirst(),
    store.db.selectFrom('balance_leases').select(['account_kind', 'account_id', 'amount']).execute(),
  ])
  const leased = (kind: string, id: number) =>
    leases
      .filter(({ account_kind, account_id }) => account_kind === kind && account_id === id)
      .reduce((sum, { amount }) => sum + amount, 0)
  return {
    user: Math.max(0, leased('user', userId) - (balance?.quota ?? 0)),
    token: Math.max(0, leased('token', tokenId) - (key?.remain_quota ?? 0)),
  }
}
/** An amount that the balance covers is held. Any other amount is held only from a lease that was given before. */
function expectDecision(
  model: Model,
  { user, token }: Pick<Call, 'user' | 'token'>,
  amount: number,
  { isHeld, overdrawn }: { isHeld: boolean; overdrawn: Overdrawn },
): void {
  if (covers(model, user, token, amount)) expect(isHeld).toBe(true)
  else if (isHeld) expect(covers(model, user, token, amount, overdrawn)).toBe(true)
}

const spendable = (model: Model, user: number) => model.users[user]?.spendable ?? 0

function changeBalance(model: Model, { user, token }: Pick<Call, 'user' | 'token'>, amount: number): void {
  const balance = model.users[user]
  const known = model.tokens[token]
  if (balance) balance.spendable += amount
  if (known && known.remain !== null) known.remain += amount
}

/** The call ends: its hold returns, less the charge. Null: it is released, and does not count. */
function endCall(model: Model, call: Call, charge: number | null): void {
  changeBalance(model, call, call.reservation.amount)
  if (charge !== null) takeCharge(model, call, charge)
}

function takeCharge(model: Model, call: Call, charge: number): void {
  changeBalance(model, call, -charge)
  const balance = model.users[call.user]
  if (!balance) return
  balance.used += charge
  balance.requests += 1
}

function reserveOnNode(
  fleet: Fleet,
  step: { node: number; token: number; amount: number },
  user: number,
): Promise<ReserveResult> {
  fleet.refs += 1
  const { node, token, amount } = step
  return nodeOf(fleet, node).ledger.reserve({
    ...{ ref: `call-${fleet.refs}`, userId: fleet.userIds[user] ?? 0, tokenId: fleet.tokenIds[token] ?? 0 },
    ...{ amount: q(amount), deliversAtEnd: amount % 2 === 0 },
  })
}

function nodeOf({ nodes }: Fleet, index: number) {
  const node = nodes[index % nodes.length]
  if (!node) throw new Error('a fleet has nodes')
  return node
}

const userOf = (model: Model, token: number): number => model.tokens[token]?.user ?? 0

const reserve = (step: { node: number; token: number; amount: number }) =>
  createStep(`reserve ${JSON.stringify(step)}`, async (model, fleet) => {
    const user = userOf(model, step.token)
    if (model.banned.has(user)) return
    const overdrawn = await readOverdrawn(fleet, user, step.token)
    const result = await reserveOnNode(fleet, step, user)
    expectDecision(model, { user, token: step.token }, step.amount, { isHeld: result.ok, overdrawn })
    if (result.ok) recordCall(model, fleet, { ...step, user }, result.reservation)
  })

function recordCall(
  model: Model,
  fleet: Fleet,
  place: Pick<Call, 'node' | 'user' | 'token'>,
  reservation: Reservation,
) {
  const { node, user, token } = place
  const call: Call = {
    node: node % fleet.nodes.length,
    user,
    token,
    reservation,
    checkpoint: 0,
    hasCheckpoint: false,
  }
  fleet.calls.push(call)
  changeBalance(model, call, -reservation.amount)
}

/** Several nodes reserve from one balance at the same time. */
const compete = (token: number, amounts: readonly number[]) =>
  createStep(`compete ${token} ${amounts}`, async (model, fleet) => {
    const user = userOf(model, token)
    if (model.banned.has(user)) return
    const overdrawn = await readOverdrawn(fleet, user, token)
    const reserving = amounts.map((amount, node) => reserveOnNode(fleet, { node, token, amount }, user))
    const results = await Promise.all(reserving)
    results.forEach((result, node) => {
      if (!result.ok) return
      expect(covers(model, user, token, result.reservation.amount, overdrawn)).toBe(true)
      recordCall(model, fleet, { node, user, token }, result.reservation)
    })
    results.forEach((result, index) => {
      if (!result.ok) expect(covers(model, user, token, amounts[index] ?? 0)).toBe(false)
    })
  })

const extend = (index: number, extra: number) =>
  createStep(`extend ${index} by ${extra}`, async (model, fleet) => {
    const call = fleet.calls[index % fleet.calls.length]
    if (!call) return
    const overdrawn = await readOverdrawn(fleet, call.user, call.token)
    const result = await call.reservation.extend(q(extra))
    expect(result).toBeOneOf(['held', 'short'])
    expectDecision(model, call, extra, { isHeld: result === 'held', overdrawn })
    if (result === 'held') changeBalance(model, call, -extra)
  })

const buildRow = (fleet: Fleet, { user, token, reservation: { ref } }: Call, charge: number) =>
  usageRow(fleet.userIds[user] ?? 0, fleet.tokenIds[token] ?? 0, ref, charge)

const checkpoint = (index: number, more: number) =>
  createStep(`checkpoint ${index} + ${more}`, async (_model, fleet) => {
    const call = fleet.calls[index % fleet.calls.length]
    if (!call) return
    await call.reservation.durable
    call.checkpoint += more
    call.hasCheckpoint = true
    call.reservation.checkpoint(q(call.checkpoint), buildRow(fleet, call, call.checkpoint), fleet.channelId)
    await nodeOf(fleet, call.node).ledger.flush()
  })

const takeCall = (calls: Call[], index: number): Call | undefined =>
  calls.splice(index % Math.max(1, calls.length), 1)[0]

const settle = (index: number, percent: number, isTwice: boolean) =>
  createStep(`settle ${index} at ${percent} %${isTwice ? ', twice' : ''}`, async (model, fleet) => {
    const call = takeCall(fleet.calls, index)
    if (!call) return
    const charge = Math.floor((call.reservation.amount * percent) / 100)
    const row = buildRow(fleet, call, charge)
    fleet.endings.push(call.reservation.settle(q(charge), row, fleet.channelId))
    if (isTwice) fleet.endings.push(call.reservation.release(row))
    endCall(model, call, charge)
    recordCharge(fleet, call, charge)
    await Promise.all(fleet.endings.splice(0))
  })

function recordCharge(fleet: Fleet, call: Call, charge: number): void {
  if (charge > 0) fleet.charged.push({ call, ref: call.reservation.ref, left: charge })
}

/** Runs `work` while the next batches of the node are committed without an answer. */
async function withoutAnswers<T>(fleet: Fleet, index: number, work: (ledger: Ledger) => Promise<T>): Promise<T> {
  const { faults, ledger } = nodeOf(fleet, index)
  await ledger.flush()
  faults.left = fleet.store.engine === 'sqlite' ? 0 : 1 + (index % 2)
  try {
    return await work(ledger)
  } finally {
    // A batch whose operations have all failed is also written before the node uses the database again.
    while (!ledger.isHealthy()) await new Promise(setImmediate)
    await ledger.flush()
    faults.left = 0
  }
}

/** The batch that ends the call is committed without an answer, so that the node writes it again. */
const settleWithoutAnswer = (index: number, percent: number) =>
  createStep(`settle ${index} at ${percent} %, without an answer`, async (model, fleet) => {
    const call = takeCall(fleet.calls, index)
    if (!call) return
    const charge = Math.floor((call.reservation.amount * percent) / 100)
    const row = buildRow(fleet, call, charge)
    const result = await withoutAnswers(fleet, call.node, () =>
      call.reservation.settle(q(charge), row, fleet.channelId),
    )
    expect(result).toBe('settled')
    endCall(model, call, charge)
    recordCharge(fleet, call, charge)
  })

const releaseWithoutAnswer = (index: number) =>
  createStep(`release ${index}, without an answer`, async (model, fleet) => {
    const call = takeCall(fleet.calls, index)
    if (!call) return
    await withoutAnswers(fleet, call.node, () => call.reservation.release(null))
    endCall(model, call, null)
  })

/** A call whose hold was decided without an answer is refused, and holds nothing. */
const reserveWithoutAnswer = (step: { node: number; token: number; amount: number }) =>
  createStep(`reserve ${JSON.stringify(step)}, without an answer`, async (model, fleet) => {
    const user = userOf(model, step.token)
    if (model.banned.has(user)) return
    const overdrawn = await readOverdrawn(fleet, user, step.token)
    const result = await withoutAnswers(fleet, step.node, () =>
      reserveOnNode(fleet, step, user).catch((error: unknown) => {
        expect(error).toBeInstanceOf(StoreError)
        return null
      }),
    )
    if (result) expectDecision(model, { user, token: step.token }, step.amount, { isHeld: result.ok, overdrawn })
    if (result?.ok) recordCall(model, fleet, { ...step, user }, result.reservation)
  })

/** An entry that was posted without an answer is posted again by its poster, under the same ref. */
const postWithoutAnswer = (step: { node: number; user: number; amount: number }) =>
  createStep(`post ${JSON.stringify(step)}, without an answer`, async (model, fleet) => {
    const { node, user, amount } = step
    fleet.refs += 1
    const common = { ref: `entry-${fleet.refs}`, userId: fleet.userIds[user] ?? 0, amount: q(amount) }
    const entry: LedgerEntryRequest = { ...common, kind: 'credit' }
    await withoutAnswers(fleet, node, (ledger) => ledger.post(entry).catch(() => {}))
    expect(await nodeOf(fleet, node + 1).ledger.post(entry)).toBe('duplicate')
    const balance = model.users[user]
    if (balance) balance.spendable += amount
  })

/** Part of a charge is refunded, once. */
const refund = (step: { node: number; index: number; percent: number }) =>
  createStep(`refund ${JSON.stringify(step)}`, async (model, fleet) => {
    const charged = fleet.charged[step.index % fleet.charged.length]
    const amount = charged ? Math.ceil((charged.left * step.percent) / 100) : 0
    if (!charged || amount === 0) return
    const { user, token } = charged.call
    const tokenId = fleet.tokenIds[token] ?? 0
    const reversed = { tokenId, channelId: fleet.channelId, groupName: 'default', modelName: 'gpt-4o-mini' }
    const entry: LedgerEntryRequest = {
      ...{ ref: `refund-${charged.ref}-${charged.left}`, userId: fleet.userIds[user] ?? 0, kind: 'refund' },
      ...{ amount: q(amount), refunds: { ...reversed, list: q(amount), cost: q(0) } },
    }
    expect(await nodeOf(fleet, step.node).ledger.post(entry)).toBe('done')
    expect(await nodeOf(fleet, step.node + 1).ledger.post(entry)).toBe('duplicate')
    charged.left -= amount
    changeBalance(model, charged.call, amount)
    const balance = model.users[user]
    if (balance) balance.used -= amount
  })

/** An account is banned, or admitted again, while its calls run: every node forgets what it has stored of it. */
const ban = (user: number) =>
  createStep(`ban or admit ${user}`, async (model, fleet) => {
    const isBanned = !model.banned.delete(user)
    if (isBanned) model.banned.add(user)
    const id = fleet.userIds[user] ?? 0
    await fleet.store.db
      .updateTable('users')
      .set({ status: isBanned ? 2 : 1 })
      .where('id', '=', id)
      .execute()
    for (const { ledger } of fleet.nodes) {
      ledger.forgetUser(id)
      fleet.tokenIds.forEach((tokenId, at) => {
        if (userOf(model, at) === user) ledger.forgetToken(tokenId)
      })
    }
  })

const release = (index: number) =>
  createStep(`release ${index}`, async (model, fleet) => {
    const call = takeCall(fleet.calls, index)
    if (!call) return
    await call.reservation.release(null)
    endCall(model, call, null)
  })

/**
 * A call of a node that was treated as dead ends there. Another node may already have charged its checkpoint; otherwise
 * it is charged now, where the balance allows it.
 */
const endLost = (index: number) =>
  createStep(`end lost ${index}`, async (model, fleet) => {
    const call = takeCall(fleet.lost, index)
    if (!call) return
    const { ref } = call.reservation
    const charged = () =>
      fleet.store.db.selectFrom('ledger_entries').select('amount').where('ref', '=', ref).executeTakeFirst()
    const before = await charged()
    const result = await call.reservation.settle(q(1), buildRow(fleet, call, 1), fleet.channelId)
    expect(result).toBe(-((await charged())?.amount ?? 0) >= 1 ? 'settled' : 'lost')
    if (before || result === 'lost') return
    expect(call.checkpoint).toBe(0)
    expect(covers(model, call.user, call.token, 1)).toBe(true)
    takeCharge(model, call, 1)
  })

const post = (step: { node: number; user: number; amount: number }, isRepeated: boolean) =>
  createStep(`post ${JSON.stringify(step)}`, async (model, fleet) => {
    const { node, user, amount } = step
    fleet.refs += 1
    const common = { ref: `entry-${fleet.refs}`, userId: fleet.userIds[user] ?? 0, amount: q(amount) }
    const entry: LedgerEntryRequest =
      amount < 0 ? { ...common, kind: 'adjustment', mustBeCovered: true } : { ...common, kind: 'credit' }
    const isCovered = spendable(model, user) + amount >= 0
    expect(await nodeOf(fleet, node).ledger.post(entry)).toBe(isCovered ? 'done' : 'short')
    const balance = model.users[user]
    if (balance && isCovered) balance.spendable += amount
    if (isCovered && isRepeated) expect(await nodeOf(fleet, node + 1).ledger.post(entry)).toBe('duplicate')
  })

const setBalance = (node: number, user: number, to: number) =>
  createStep(`set balance of ${user} to ${to}`, async (model, fleet) => {
    fleet.refs += 1
    const request = { ref: `set-${fleet.refs}`, userId: fleet.userIds[user] ?? 0, to: q(to) }
    expect(await nodeOf(fleet, node).ledger.setBalance(request)).toBe('done')
    const balance = model.users[user]
    if (balance) balance.spendable = to
  })

const setRemain = (node: number, token: number, remain: number) =>
  createStep(`set remain of ${token} to ${remain}`, async (model, fleet) => {
    await nodeOf(fleet, node).ledger.setTokenRemain(fleet.tokenIds[token] ?? 0, q(remain))
    const known = model.tokens[token]
    if (known && known.remain !== null) known.remain = remain
  })

async function readRowRefs({ store }: Fleet): Promise<Set<string>> {
  const rows = await store.db.selectFrom('reservations').select('ref').execute()
  return new Set(rows.map(({ ref }) => ref))
}

/** The calls of a node that is dead, or treated as dead, end with the charges of their last checkpoints. */
function loseCalls(model: Model, fleet: Fleet, node: number): void {
  const lostCalls = fleet.calls.filter((call) => call.node === node)
  fleet.calls = fleet.calls.filter((call) => call.node !== node)
  for (const call of lostCalls) endCall(model, call, call.hasCheckpoint ? call.checkpoint : null)
  fleet.lost.push(...lostCalls)
}

/** Another node finds the leases of `node` expired, and settles its calls. */
async function recover(fleet: Fleet, node: number): Promise<void> {
  await fleet.store.db.updateTable('epochs').set({ lease_until: 0 }).where('node', '=', `node-${node}`).execute()
  // Opening a ledger does the same as the heartbeat of a running one.
  const other = await open(fleet.store, 'recoverer', createSkippingClock())
  await other.close()
}

const crash = (index: number) =>
  createStep(`crash ${index}`, async (model, fleet) => {
    const node = index % fleet.nodes.length
    const { ledger } = nodeOf(fleet, node)
    await ledger.flush()
    fleet.abandoned.push(ledger)
    await recover(fleet, node)
    loseCalls(model, fleet, node)
    // The process is gone: its calls cannot end there.
    fleet.lost = fleet.lost.filter((call) => call.node !== node)
    fleet.nodes[node] = await start(fleet.store, node)
  })

const freeze = (index: number) =>
  createStep(`freeze ${index}`, async (model, fleet) => {
    if (fleet.store.engine === 'sqlite') return
    const node = index % fleet.nodes.length
    await nodeOf(fleet, node).ledger.flush()
    await recover(fleet, node)
    loseCalls(model, fleet, node)
    nodeOf(fleet, node).clock.skipMs += 60_000
  })

const compare = createStep('compare', async (model, fleet) => {
  await Promise.all(fleet.calls.map(({ reservation }) => reservation.durable))
  await expectAgreement(model, fleet)
})

const open = (store: Store, nodeName: string, clock: Clock): Promise<Ledger> =>
  createLedger({
    ...{ store, clock, log: silent, nodeName, sync: 'normal' },
    mode: store.engine === 'sqlite' ? 'single' : 'shared',
    // Small balances are leased too, so that leases are recalled all the time.
    leasePolicy: { share: 2, holdsMin: 1 },
  })

async function start(store: Store, node: number): Promise<Node> {
  const clock = createSkippingClock()
  const faults = { left: 0 }
  return { clock, faults, ledger: await open(withLostAnswers(store, faults), `node-${node}`, clock) }
}

async function expectAgreement(model: Model, fleet: Fleet): Promise<void> {
  const { store, nodes, userIds, tokenIds } = fleet
  for (const { ledger } of nodes) await ledger.flush()
  expect((await auditLedger(store)).findings).toEqual([])
  const rows = await readRowRefs(fleet)
  const leased = fleet.calls.filter(({ reservation }) => !rows.has(reservation.ref))
  const sum = (calls: Call[]) => calls.reduce((total, { reservation }) => total + reservation.amount, 0)
  if (store.engine === 'sqlite') expect(leased).toEqual([])
  const users = await store.db.selectFrom('users').select(['id', 'quota', 'used_quota', 'request_count']).execute()
  const tokens = await store.db.selectFrom('api_tokens').select(['id', 'remain_quota']).execute()
  const found = userIds.map((id) => {
    const row = users.find((candidate) => candidate.id === id)
    const held = sum(leased.filter(({ user }) => userIds[user] === id))
    return {
      ...{ spendable: (row?.quota ?? 0) - held, used: row?.used_quota ?? 0 },
      requests: row?.request_count ?? 0,
    }
  })
  expect(found).toEqual(model.users)
  tokenIds.forEach((id, index) => {
    const remain = model.tokens[index]?.remain
    const held = sum(leased.filter(({ token }) => token === index))
    if (remain !== null && remain !== undefined)
      expect(tokens.find((candidate) => candidate.id === id)?.remain_quota).toBe(remain + held)
  })
  for (const [index, id] of userIds.entries()) {
    const elsewhere = leased.filter(({ user, node }) => user === index && node !== 0)
    expect(await nodes[0]?.ledger.balanceOf(id)).toBe(q(spendable(model, index) + sum(elsewhere)))
  }
  await expectLeasesCovered(fleet, leased)
}

/** Each lease contains at least the holds that were admitted from it. */
async function expectLeasesCovered({ store, userIds }: Fleet, leased: Call[]): Promise<void> {
  const leases = await store.db.selectFrom('balance_leases').selectAll().execute()
  for (const [index, id] of userIds.entries()) {
    const calls = leased.filter(({ user }) => user === index)
    const held = calls.reduce((total, { reservation }) => total + reservation.amount, 0)
    const ofUser = leases.filter((row) => row.account_kind === 'user' && row.account_id === id)
    expect(ofUser.reduce((total, { amount }) => total + amount, 0)).toBeGreaterThanOrEqual(held)
  }
}

const node = fc.nat(2)
const user = fc.nat(1)
const token = fc.nat(3)
const index = fc.nat(50)
const steps = fc.commands(
  [
    fc.record({ node, token, amount: fc.nat(60) }).map(reserve),
    fc.record({ node, token, amount: fc.nat(60) }).map(reserve),
    fc.tuple(token, fc.array(fc.nat(80), { minLength: 2, maxLength: 6 })).map((args) => compete(...args)),
    fc.tuple(index, fc.nat(40)).map((args) => extend(...args)),
    fc.tuple(index, fc.nat(5)).map((args) => checkpoint(...args)),
    fc.tuple(index, fc.nat(140), fc.boolean()).map((args) => settle(...args)),
    fc.tuple(index, fc.nat(140), fc.boolean()).map((args) => settle(...args)),
    fc.tuple(index, fc.oneof(fc.constant(0), fc.nat(140))).map((args) => settleWithoutAnswer(...args)),
    index.map(releaseWithoutAnswer),
    fc.record({ node, token, amount: fc.nat(60) }).map(reserveWithoutAnswer),
    fc.record({ node, user, amount: fc.nat(100) }).map(postWithoutAnswer),
    fc.record({ node, index, percent: fc.integer({ min: 1, max: 100 }) }).map(refund),
    user.map(ban),
    index.map(release),
    index.map(endLost),
    fc
      .tuple(fc.record({ node, user, amount: fc.integer({ min: -80, max: 200 }) }), fc.boolean())
      .map((args) => post(...args)),
    fc.tuple(node, user, fc.nat(150)).map((args) => setBalance(...args)),
    fc.tuple(node, token, fc.nat(150)).map((args) => setRemain(...args)),
    node.map(crash),
    node.map(freeze),
    fc.constant(compare),
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
          const model: Model = {
            users: fleet.userIds.map(() => ({ spendable: funds, used: 0, requests: 0 })),
            tokens: fleet.tokenIds.map((_, at) => ({
              user: at >> 1,
              remain: at % 2 === 0 ? null : allowance,
            })),
            banned: new Set(),
          }
          try {
            await fc.asyncModelRun(() => ({ model, real: fleet }), [...history, compare])
          } finally {
            for (const { reservation } of [...fleet.calls, ...fleet.lost]) await reservation.release(null)
            for (const { ledger } of fleet.nodes) await ledger.close()
            for (const ledger of fleet.abandoned) await ledger.close()
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

/** One node on the embedded database, which belongs to one process, and three on a database server. */
async function createFleet(store: Store): Promise<Fleet> {
  const names = [crypto.randomUUID(), crypto.randomUUID()]
  const userIds = [await addUser(store, names[0] ?? ''), await addUser(store, names[1] ?? '')]
  const tokenIds: number[] = []
  for (const userId of userIds)
    for (const isUnlimited of [true, false]) tokenIds.push(await addToken(store, userId, isUnlimited))
  const nodes: Fleet['nodes'] = []
  const count = store.engine === 'sqlite' ? 1 : 3
  for (let at = 0; at < count; at++) nodes.push(await start(store, at))
  for (const userId of userIds) {
    const entry = { ref: `funds-${userId}`, userId, kind: 'credit', amount: q(funds) } as const
    await nodes[0]?.ledger.post(entry)
  }
  for (const [at, tokenId] of tokenIds.entries())
    if (at % 2 === 1) await nodes[0]?.ledger.setTokenRemain(tokenId, q(allowance))
  historyCount += 1
  return {
    ...{ store, userIds, tokenIds, channelId: await addChannel(store), nodes },
    ...{ calls: [], charged: [], lost: [], endings: [], abandoned: [], refs: historyCount * 10_000 },
  }
}

/** Refs are unique in a database. */
let historyCount = 0
