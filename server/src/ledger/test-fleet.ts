import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../platform/clock.ts'
import type { Store } from '../store/open-database.ts'
import type { BatchWriter } from './batch-queue.ts'
import type { LedgerOptions } from './create-ledger.ts'
import type { Ledger, LedgerEntryRequest, Reservation, ReserveResult } from './ledger.ts'
import { addChannel, addToken, addUser, createSkippingClock, openLedger, q, usageRow } from './test-accounts.ts'
import { BatchLink, withLink, withWriterLink } from './test-link.ts'
import { createThreadWriter } from './thread-writer.ts'

/** What each user, and each limited token, can spend at first. */
const funds = 600
const allowance = 400

/** An open call of a fleet. */
export interface Call {
  node: number
  reservation: Reservation
  user: number
  token: number
  /** What it holds. */
  held: number
  /** The charge that its recovery takes from its last checkpoint; null = no checkpoint, so the hold is released. */
  checkpoint: number | null
}

/** A user of the model, or a limited token. */
interface Account {
  spendable: number
  /** What charges took beyond their holds. The account may fall below zero by as much. */
  overdraft: number
}

interface User extends Account {
  used: number
  requests: number
}

/** The expected balances, calculated in the simplest way. */
export interface Model {
  users: User[]
  /** `limit` is null for an unlimited token. */
  tokens: { user: number; limit: Account | null }[]
  /** Users whose calls are refused before the ledger. Their open calls end as others do. */
  banned: Set<number>
}

export interface Fleet {
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
  refs: number
  /** The folder of the spill files. */
  folder: string
}

export interface Node {
  ledger: Ledger
  clock: Clock & { skipMs: number }
  link: BatchLink
  /** Of the embedded database. */
  writer: BatchWriter | null
}

export const createModel = ({ userIds, tokenIds }: Fleet): Model => ({
  users: userIds.map(() => ({ spendable: funds, overdraft: 0, used: 0, requests: 0 })),
  tokens: tokenIds.map((_, at) => ({
    user: at >> 1,
    limit: at % 2 === 0 ? null : { spendable: allowance, overdraft: 0 },
  })),
  banned: new Set(),
})

const noAccount: Account = { spendable: 0, overdraft: 0 }
const accountsOf = (model: Model, { user, token }: Pick<Call, 'user' | 'token'>): Account[] => {
  const limit = model.tokens[token]?.limit
  return [model.users[user] ?? noAccount, ...(limit ? [limit] : [])]
}

export const spendableOf = (model: Model, user: number): number => model.users[user]?.spendable ?? 0
export const userOf = (model: Model, token: number): number => model.tokens[token]?.user ?? 0

/** By how much a user and a token are charged beyond their unleased parts. */
export interface Overdrawn {
  user: number
  token: number
}

/** Whether user and token pay for the amount. */
export function covers(
  model: Model,
  { user, token }: Pick<Call, 'user' | 'token'>,
  amount: number,
  overdrawn: Overdrawn = { user: 0, token: 0 },
): boolean {
  const remain = model.tokens[token]?.limit?.spendable ?? Number.POSITIVE_INFINITY
  return amount === 0 || (amount <= spendableOf(model, user) + overdrawn.user && amount <= remain + overdrawn.token)
}

export function changeBalance(model: Model, place: Pick<Call, 'user' | 'token'>, amount: number): void {
  for (const account of accountsOf(model, place)) account.spendable += amount
}

export function setAccount(account: Account | null | undefined, amount: number): void {
  if (account) Object.assign(account, { spendable: amount, overdraft: 0 })
}

/** The call ends: its hold returns, less the charge. Null: it is released, and does not count. */
export function endCall(model: Model, call: Call, charge: number | null): void {
  changeBalance(model, call, call.held)
  if (charge !== null) takeCharge(model, call, charge, call.held)
}

/** Takes a charge whose hold was returned before. */
export function takeCharge(model: Model, call: Call, charge: number, held: number): void {
  changeBalance(model, call, -charge)
  for (const account of accountsOf(model, call)) account.overdraft += Math.max(0, charge - held)
  const user = model.users[call.user]
  if (!user) return
  user.used += charge
  user.requests += 1
}

/** Charges the difference for a call that was counted before. */
export function correctCharge(model: Model, call: Call, difference: number): void {
  takeCharge(model, call, difference, 0)
  const user = model.users[call.user]
  if (user) user.requests -= 1
}

export function recordCharge(fleet: Fleet, call: Call, charge: number): void {
  if (charge > 0) fleet.charged.push({ call, ref: call.reservation.ref, left: charge })
}

export function nodeOf({ nodes }: Fleet, index: number): Node {
  const node = nodes[index % nodes.length]
  if (!node) throw new Error('a fleet has nodes')
  return node
}

export const buildRow = (fleet: Fleet, { user, token, reservation: { ref } }: Call, charge: number) =>
  usageRow(fleet.userIds[user] ?? 0, fleet.tokenIds[token] ?? 0, ref, charge)

/** A credit, or an adjustment that the balance must cover, under a new ref. */
export function buildEntry(fleet: Fleet, user: number, amount: number): LedgerEntryRequest {
  fleet.refs += 1
  const common = { ref: `entry-${fleet.refs}`, userId: fleet.userIds[user] ?? 0, amount: q(amount) }
  return amount < 0 ? { ...common, kind: 'adjustment', mustBeCovered: true } : { ...common, kind: 'credit' }
}

export function reserveOnNode(
  fleet: Fleet,
  { node, token, amount }: { node: number; token: number; amount: number },
  user: number,
): Promise<ReserveResult> {
  fleet.refs += 1
  return nodeOf(fleet, node).ledger.reserve({
    ref: `call-${fleet.refs}`,
    userId: fleet.userIds[user] ?? 0,
    tokenId: fleet.tokenIds[token] ?? 0,
    amount: q(amount),
    deliversAtEnd: amount % 2 === 0,
  })
}

/** One node on the embedded database, which belongs to one process, and three on a database server. */
export async function createFleet(store: Store): Promise<Fleet> {
  const names = [crypto.randomUUID(), crypto.randomUUID()]
  const userIds = [await addUser(store, names[0] ?? ''), await addUser(store, names[1] ?? '')]
  const tokenIds: number[] = []
  for (const userId of userIds)
    for (const isUnlimited of [true, false]) tokenIds.push(await addToken(store, userId, isUnlimited))
  const nodes: Node[] = []
  const folder = mkdtempSync(join(tmpdir(), 'sluice-fleet-'))
  const count = store.engine === 'sqlite' ? 1 : 3
  for (let at = 0; at < count; at++) nodes.push(await startNode({ store, folder }, at))
  for (const userId of userIds) {
    const entry = { ref: `funds-${userId}`, userId, kind: 'credit', amount: q(funds) } as const
    await nodes[0]?.ledger.post(entry)
  }
  for (const [at, tokenId] of tokenIds.entries())
    if (at % 2 === 1) await nodes[0]?.ledger.setTokenRemain(tokenId, q(allowance))
  historyCount += 1
  return {
    store,
    userIds,
    tokenIds,
    channelId: await addChannel(store),
    nodes,
    calls: [],
    charged: [],
    lost: [],
    refs: historyCount * 10_000,
    folder,
  }
}

/** Refs are unique in a database. */
let historyCount = 0

export async function startNode({ store, folder }: Pick<Fleet, 'store' | 'folder'>, index: number): Promise<Node> {
  const node = { clock: createSkippingClock(), link: new BatchLink() }
  let writer: BatchWriter | null = null
  const ledger = await open(withLink(store, node.link), `node-${index}`, node.clock, {
    createWriter: async (options) => {
      writer = await createThreadWriter(options)
      return withWriterLink(writer, node.link)
    },
    ...(store.engine !== 'sqlite' && { spillPath: join(folder, `${index}.spill`) }),
  })
  return { ...node, ledger, writer }
}

function open(
  store: Store,
  nodeName: string,
  clock: Clock,
  own: Pick<LedgerOptions, 'createWriter' | 'spillPath'> = {},
): Promise<Ledger> {
  return openLedger(store, {
    clock,
    nodeName,
    ...own,
    // Small balances are leased too, so that leases are recalled all the time.
    leasePolicy: { share: 2, holdsMin: 1 },
  })
}

/** Another node finds the epochs of `index` expired, settles its calls and returns its leases. */
export async function recoverNode({ store }: Fleet, index: number): Promise<void> {
  const node = `node-${index}`
  const epochs = store.db.selectFrom('epochs').select('id').where('node', '=', node)
  do {
    await store.db.updateTable('epochs').set({ lease_until: 0 }).where('node', '=', node).execute()
    await recoverDead(store)
    // A heartbeat may have renewed the epoch meanwhile.
  } while (await epochs.executeTakeFirst())
}

/** Opening a ledger does the same as the heartbeat of a running one. */
export async function recoverDead(store: Store): Promise<void> {
  const other = await open(store, 'recoverer', createSkippingClock())
  await other.close()
}
