import { expect } from 'bun:test'
import type fc from 'fast-check'
import { StoreError } from '../store/store-error.ts'
import type { Ledger, LedgerEntryRequest, PostResult, Reservation } from './ledger.ts'
import { q, untilWritten } from './test-accounts.ts'
import {
  buildEntry,
  buildRow,
  type Call,
  changeBalance,
  correctCharge,
  covers,
  endCall,
  type Fleet,
  type Model,
  nodeOf,
  type Overdrawn,
  recordCharge,
  reserveOnNode,
  setAccount,
  spendableOf,
  takeCharge,
  userOf,
} from './test-fleet.ts'

export type Step = fc.AsyncCommand<Model, Fleet>

export const createStep = (name: string, run: (model: Model, fleet: Fleet) => Promise<void>): Step => ({
  check: () => true,
  run,
  toString: () => name,
})

export const inTurn = (...steps: Step[]): Step =>
  createStep(steps.join(', then '), async (model, fleet) => {
    for (const step of steps) await step.run(model, fleet)
  })

interface Request {
  node: number
  token: number
  amount: number
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
  place: Pick<Call, 'user' | 'token'>,
  amount: number,
  { isHeld, overdrawn }: { isHeld: boolean; overdrawn: Overdrawn },
): void {
  if (covers(model, place, amount)) expect(isHeld).toBe(true)
  else if (isHeld) expect(covers(model, place, amount, overdrawn)).toBe(true)
}

function recordCall(
  model: Model,
  fleet: Fleet,
  { node, user, token }: Pick<Call, 'node' | 'user' | 'token'>,
  reservation: Reservation,
) {
  const place = { node: node % fleet.nodes.length, user, token }
  fleet.calls.push({ ...place, reservation, held: reservation.amount, checkpoint: null })
  changeBalance(model, place, -reservation.amount)
}

export const reserve = (step: Request) =>
  createStep(`reserve ${JSON.stringify(step)}`, async (model, fleet) => {
    const user = userOf(model, step.token)
    if (model.banned.has(user)) return
    const overdrawn = await readOverdrawn(fleet, user, step.token)
    const result = await reserveOnNode(fleet, step, user)
    expectDecision(model, { user, token: step.token }, step.amount, { isHeld: result.ok, overdrawn })
    if (result.ok) recordCall(model, fleet, { ...step, user }, result.reservation)
  })

/** Several nodes reserve from one balance at the same time. */
export const compete = (token: number, amounts: readonly number[]) =>
  createStep(`compete ${token} ${amounts}`, async (model, fleet) => {
    const user = userOf(model, token)
    if (model.banned.has(user)) return
    const overdrawn = await readOverdrawn(fleet, user, token)
    const reserving = amounts.map((amount, node) => reserveOnNode(fleet, { node, token, amount }, user))
    const results = await Promise.all(reserving)
    results.forEach((result, node) => {
      if (!result.ok) return
      expect(covers(model, { user, token }, result.reservation.amount, overdrawn)).toBe(true)
      recordCall(model, fleet, { node, user, token }, result.reservation)
    })
    results.forEach((result, index) => {
      if (!result.ok) expect(covers(model, { user, token }, amounts[index] ?? 0)).toBe(false)
    })
  })

export const extend = (index: number, extra: number) =>
  createStep(`extend ${index} by ${extra}`, async (model, fleet) => {
    const call = fleet.calls[index % fleet.calls.length]
    if (!call) return
    const overdrawn = await readOverdrawn(fleet, call.user, call.token)
    const result = await call.reservation.extend(q(extra))
    expect(result).not.toBe('lost')
    expectDecision(model, call, extra, { isHeld: result === 'held', overdrawn })
    if (result !== 'held') return
    changeBalance(model, call, -extra)
    call.held += extra
  })

export const checkpoint = (index: number, more: number) =>
  createStep(`checkpoint ${index} + ${more}`, async (_model, fleet) => {
    const call = fleet.calls[index % fleet.calls.length]
    if (!call) return
    await call.reservation.durable
    call.checkpoint = (call.checkpoint ?? 0) + more
    call.reservation.checkpoint(q(call.checkpoint), buildRow(fleet, call, call.checkpoint), fleet.channelId)
    await nodeOf(fleet, call.node).ledger.flush()
  })

const takeCall = (calls: Call[], index: number): Call | undefined =>
  calls.splice(index % Math.max(1, calls.length), 1)[0]

/** The end of a call. `percent` is the charge as a part of the hold; null = it is released. */
export interface Ending {
  index: number
  percent: number | null
}

/** Ends the call on its node. Resolves with its charge when the ledger has taken it. */
async function endOnNode(fleet: Fleet, call: Call, percent: number | null): Promise<number | null> {
  const { reservation } = call
  if (percent === null) {
    await reservation.release(null)
    return null
  }
  const charge = Math.floor((reservation.amount * percent) / 100)
  expect(await reservation.settle(q(charge), buildRow(fleet, call, charge), fleet.channelId)).toBe('settled')
  return charge
}

function recordEnd(model: Model, fleet: Fleet, call: Call, charge: number | null): void {
  endCall(model, call, charge)
  recordCharge(fleet, call, charge ?? 0)
}

export const settle = (index: number, percent: number, isTwice: boolean) =>
  createStep(`settle ${index} at ${percent} %${isTwice ? ', twice' : ''}`, async (model, fleet) => {
    const call = takeCall(fleet.calls, index)
    if (!call) return
    const ending = endOnNode(fleet, call, percent)
    if (isTwice) await call.reservation.release(buildRow(fleet, call, 1))
    recordEnd(model, fleet, call, await ending)
  })

export const release = (index: number) =>
  createStep(`release ${index}`, async (model, fleet) => {
    const call = takeCall(fleet.calls, index)
    if (call) recordEnd(model, fleet, call, await endOnNode(fleet, call, null))
  })

/** Calls of one node end in one batch. */
export const endTogether = (node: number, endings: readonly Ending[], isAnswered: boolean) => {
  const name = `end ${JSON.stringify(endings)} of ${node} together${isAnswered ? '' : ', without an answer'}`
  return createStep(name, async (model, fleet) => {
    const isOfNode = (call: Call) => call.node === node % fleet.nodes.length
    const calls = fleet.calls.filter(isOfNode)
    fleet.calls = fleet.calls.filter((call) => !isOfNode(call))
    const ended = endings.flatMap(({ index, percent }) => {
      const call = takeCall(calls, index)
      return call ? [{ call, percent }] : []
    })
    fleet.calls.push(...calls)
    const work = () => Promise.all(ended.map(({ call, percent }) => endOnNode(fleet, call, percent)))
    const charges = isAnswered ? await work() : await withoutAnswers(fleet, node, work)
    for (const [at, { call }] of ended.entries()) recordEnd(model, fleet, call, charges[at] ?? null)
  })
}

/** Runs `work` while the next batches of the node are committed without an answer. */
async function withoutAnswers<T>(fleet: Fleet, index: number, work: (ledger: Ledger) => Promise<T>): Promise<T> {
  const { link, ledger } = nodeOf(fleet, index)
  await ledger.flush()
  link.lostAnswers = 1 + (index % 2)
  try {
    return await work(ledger)
  } finally {
    await untilWritten(ledger)
    link.lostAnswers = 0
  }
}

/** The batch that ends the call is committed without an answer, so that the node writes it again. */
export const endWithoutAnswer = ({ index, percent }: Ending) =>
  createStep(`end ${index} at ${percent} %, without an answer`, async (model, fleet) => {
    const call = takeCall(fleet.calls, index)
    if (!call) return
    recordEnd(model, fleet, call, await withoutAnswers(fleet, call.node, () => endOnNode(fleet, call, percent)))
  })

/** A call whose hold was decided without an answer is refused, and holds nothing. */
export const reserveWithoutAnswer = (step: Request) =>
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
export const postWithoutAnswer = (step: { node: number; user: number; amount: number }) =>
  createStep(`post ${JSON.stringify(step)}, without an answer`, async (model, fleet) => {
    const { node, user, amount } = step
    const entry = buildEntry(fleet, user, amount)
    const isCovered = spendableOf(model, user) + amount >= 0
    await withoutAnswers(fleet, node, (ledger) => ledger.post(entry).catch(() => {}))
    // An answer that requires a recall is lost like any other: nothing was posted.
    const results: PostResult[] = amount >= 0 ? ['duplicate'] : isCovered ? ['duplicate', 'done'] : ['short']
    expect(await nodeOf(fleet, node + 1).ledger.post(entry)).toBeOneOf(results)
    changeUser(model, user, isCovered ? amount : 0)
  })

function changeUser(model: Model, user: number, amount: number): void {
  const balance = model.users[user]
  if (balance) balance.spendable += amount
}

/** Part of a charge is refunded, once. */
export const refund = (step: { node: number; index: number; percent: number }) =>
  createStep(`refund ${JSON.stringify(step)}`, async (model, fleet) => {
    const charged = fleet.charged[step.index % fleet.charged.length]
    const amount = charged ? Math.ceil((charged.left * step.percent) / 100) : 0
    if (!charged || amount === 0) return
    const { user, token } = charged.call
    const tokenId = fleet.tokenIds[token] ?? 0
    const reversed = { tokenId, channelId: fleet.channelId, groupName: 'default', modelName: 'gpt-4o-mini' }
    const entry: LedgerEntryRequest = {
      ref: `refund-${charged.ref}-${charged.left}`,
      userId: fleet.userIds[user] ?? 0,
      kind: 'refund',
      amount: q(amount),
      refunds: { ...reversed, list: q(amount), cost: q(0) },
    }
    expect(await nodeOf(fleet, step.node).ledger.post(entry)).toBe('done')
    expect(await nodeOf(fleet, step.node + 1).ledger.post(entry)).toBe('duplicate')
    charged.left -= amount
    changeBalance(model, charged.call, amount)
    const balance = model.users[user]
    if (balance) balance.used -= amount
  })

/** An account is banned, or admitted again, while its calls run: every node forgets what it has stored of it. */
export const ban = (user: number) =>
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

/**
 * A call of a node that was treated as dead ends there. What another node charged by its checkpoint is never added to,
 * except to a checkpoint of 0; what it charged too much is returned. A call that was not charged is charged now, where
 * the balance allows it.
 */
export const endLost = (index: number) =>
  createStep(`end lost ${index}`, async (model, fleet) => {
    const call = takeCall(fleet.lost, index)
    if (!call) return
    const { ref } = call.reservation
    const entries = fleet.store.db.selectFrom('ledger_entries').select('amount').where('ref', '=', ref)
    const before = await entries.executeTakeFirst()
    const isCovered = before ? before.amount < 0 || covers(model, call, 1) : covers(model, call, 1)
    const result = await call.reservation.settle(q(1), buildRow(fleet, call, 1), fleet.channelId)
    expect(result).toBe(isCovered ? 'settled' : 'lost')
    if (result === 'lost') return
    if (before) correctCharge(model, call, 1 + before.amount)
    else takeCharge(model, call, 1, 1)
  })

export const post = (step: { node: number; user: number; amount: number }, isRepeated: boolean) =>
  createStep(`post ${JSON.stringify(step)}`, async (model, fleet) => {
    const { node, user, amount } = step
    const entry = buildEntry(fleet, user, amount)
    const isCovered = spendableOf(model, user) + amount >= 0
    expect(await nodeOf(fleet, node).ledger.post(entry)).toBe(isCovered ? 'done' : 'short')
    changeUser(model, user, isCovered ? amount : 0)
    if (isCovered && isRepeated) expect(await nodeOf(fleet, node + 1).ledger.post(entry)).toBe('duplicate')
  })

export const setBalance = (node: number, user: number, to: number) =>
  createStep(`set balance of ${user} to ${to}`, async (model, fleet) => {
    fleet.refs += 1
    const request = { ref: `set-${fleet.refs}`, userId: fleet.userIds[user] ?? 0, to: q(to) }
    expect(await nodeOf(fleet, node).ledger.setBalance(request)).toBe('done')
    setAccount(model.users[user], to)
  })

export const setRemain = (node: number, token: number, remain: number) =>
  createStep(`set remain of ${token} to ${remain}`, async (model, fleet) => {
    await nodeOf(fleet, node).ledger.setTokenRemain(fleet.tokenIds[token] ?? 0, q(remain))
    setAccount(model.tokens[token]?.limit, remain)
  })
