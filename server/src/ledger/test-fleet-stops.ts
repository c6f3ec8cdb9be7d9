import { expect } from 'bun:test'
import { correctionRefOf } from './correct-charge.ts'
import type { PostResult, ReserveResult, SettleResult } from './ledger.ts'
import { q, untilWritten } from './test-accounts.ts'
import {
  buildEntry,
  buildRow,
  type Call,
  changeBalance,
  endCall,
  type Fleet,
  type Model,
  nodeOf,
  recoverDead,
  recoverNode,
  reserveOnNode,
  startNode,
  userOf,
} from './test-fleet.ts'
import { createStep } from './test-fleet-steps.ts'
import type { StopPoint } from './test-link.ts'

// A node stops while its operations are queued or in flight. Exactly these may or may not have been written: the
// database says which, and the model accepts nothing else.

/** What a node does when it stops. */
export type Work =
  | { kind: 'settle'; index: number; percent: number }
  | { kind: 'release'; index: number }
  | { kind: 'checkpoint'; index: number; more: number }
  | { kind: 'extend'; index: number; extra: number }
  | { kind: 'reserve'; token: number; amount: number }
  | { kind: 'post'; user: number; amount: number }

export interface Stop {
  node: number
  /** The first half is started before the second, which waits in the queue while the first is sent. */
  works: readonly Work[]
  batch: number
  point: StopPoint
  /** The connection of the batch that waits for its answer breaks. */
  isAnswerLost: boolean
}

/** A call of the node, and what may have become of it. Null = it is not charged, and does not count. */
export interface ExpectedEnd {
  call: Call
  /** The charges of its checkpoints: the last written one first, then those in flight. */
  checkpoints: (number | null)[]
  /** Its end, with the ledger's answer if that has arrived. */
  end: { charge: number | null; result?: SettleResult } | null
  /** An extension or a checkpoint may have written the hold. */
  mayBeRow: boolean
}

interface Posted {
  ref: string
  user: number
  amount: number
  result?: PostResult
}

export interface Started {
  expectedEnds: ExpectedEnd[]
  posts: Posted[]
  reserved: ReserveResult[]
  running: Promise<unknown>[]
}

/** Starts the work of a node, and stops the node. */
async function stopNode(model: Model, fleet: Fleet, { node, works, batch, point }: Stop): Promise<Started> {
  const { ledger, link } = nodeOf(fleet, node)
  await ledger.flush()
  const calls = fleet.calls.filter((call) => call.node === node % fleet.nodes.length)
  const started: Started = {
    expectedEnds: calls.map((call) => ({ call, checkpoints: [call.checkpoint], end: null, mayBeRow: false })),
    posts: [],
    reserved: [],
    running: [],
  }
  const reached = link.stopAt(batch, point)
  const half = Math.ceil(works.length / 2)
  for (const work of works.slice(0, half)) startWork(model, fleet, node, started, work)
  await new Promise(setImmediate)
  for (const work of works.slice(half)) startWork(model, fleet, node, started, work)
  const done = Promise.allSettled(started.running).then(() => ledger.flush())
  await Promise.race([reached, done])
  await link.stop()
  return started
}

export function startWork(model: Model, fleet: Fleet, node: number, started: Started, work: Work): void {
  const { expectedEnds, posts, reserved, running } = started
  const { ledger } = nodeOf(fleet, node)
  if (work.kind === 'post') {
    const entry = buildEntry(fleet, work.user, work.amount)
    const posted: Posted = { ref: entry.ref, user: work.user, amount: work.amount }
    posts.push(posted)
    running.push(ledger.post(entry).then((result) => Object.assign(posted, { result })))
    return
  }
  if (work.kind === 'reserve') {
    const user = userOf(model, work.token)
    if (model.banned.has(user)) return
    running.push(reserveOnNode(fleet, { ...work, node }, user).then((result) => reserved.push(result)))
    return
  }
  const open = expectedEnds.filter(({ end }) => end === null)
  const expected = open[work.index % open.length]
  if (!expected) return
  const { reservation } = expected.call
  if (work.kind === 'release') {
    const end: ExpectedEnd['end'] = { charge: null }
    expected.end = end
    running.push(reservation.release(null).then(() => Object.assign(end, { result: 'settled' })))
  } else if (work.kind === 'settle') {
    const charge = Math.floor((reservation.amount * work.percent) / 100)
    const end: ExpectedEnd['end'] = { charge }
    expected.end = end
    const row = buildRow(fleet, expected.call, charge)
    const settling = reservation.settle(q(charge), row, fleet.channelId)
    running.push(settling.then((result) => Object.assign(end, { result })))
  } else if (work.kind === 'checkpoint') {
    const charge = (expected.checkpoints.at(-1) ?? 0) + work.more
    expected.checkpoints.push(charge)
    expected.mayBeRow = true
    reservation.checkpoint(q(charge), buildRow(fleet, expected.call, charge), fleet.channelId)
  } else {
    expected.mayBeRow = true
    running.push(reservation.extend(q(work.extra)))
  }
}

/** What the database has of each call, by ref, after the recovery. */
export async function readCalls({ store }: Fleet, expectedEnds: readonly ExpectedEnd[]) {
  const refs = ['', ...expectedEnds.map(({ call }) => call.reservation.ref)]
  const { db } = store
  const entryRefs = refs.flatMap((ref) => [ref, correctionRefOf(ref)])
  const entries = await db
    .selectFrom('ledger_entries')
    .select(['ref', 'amount'])
    .where('ref', 'in', entryRefs)
    .execute()
  const usage = await db
    .selectFrom('usage_logs')
    .select(['request_id', 'quota', 'detail'])
    .where('request_id', 'in', refs)
    .execute()
  const rows = await db
    .selectFrom('reservations')
    .select(['ref', 'amount', 'checkpoint_charge'])
    .where('ref', 'in', refs)
    .execute()
  return (ref: string) => {
    const counted = usage.filter((row) => row.request_id === ref)
    const own = entries.filter((row) => row.ref === ref || row.ref === correctionRefOf(ref))
    const charge = counted.length === 0 ? null : counted.reduce((sum, { quota }) => sum + quota, 0)
    expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBe(0 - (charge ?? 0))
    const corrections = counted.filter(({ detail }) => detail.includes('"end":"corrected"'))
    expect(counted.length - corrections.length).toBe(counted.length === 0 ? 0 : 1)
    expect(corrections.length).toBe(own.filter((row) => row.ref === correctionRefOf(ref)).length)
    return { charge, row: rows.find((row) => row.ref === ref) }
  }
}

/** An entry whose poster has an answer is as the answer says. Any other was posted or not. */
export async function takePosts(model: Model, { store }: Fleet, posts: readonly Posted[]): Promise<void> {
  for (const { ref, user, amount, result } of posts) {
    const found = await store.db.selectFrom('ledger_entries').select('amount').where('ref', '=', ref).execute()
    if (result === 'done') expect(found).toHaveLength(1)
    if (result === 'short') expect(found).toEqual([])
    for (const entry of found) expect(entry.amount).toBe(amount)
    const balance = model.users[user]
    if (balance && found.length > 0) balance.spendable += amount
  }
}

/** The process dies, and its connections with it. */
export const crash = (stop: Stop) =>
  createStep(`crash ${JSON.stringify(stop)}`, async (model, fleet) => {
    const at = stop.node % fleet.nodes.length
    const started = await stopNode(model, fleet, stop)
    const { ledger, writer } = nodeOf(fleet, at)
    // Of a shared ledger this stops the timers. It never ends, because nothing passes the link any more.
    if (writer) await writer.close()
    else void ledger.close()
    await recoverNode(fleet, at)
    fleet.nodes[at] = await startNode(fleet, at)
    const callOf = await readCalls(fleet, started.expectedEnds)
    for (const { call, checkpoints, end } of started.expectedEnds) {
      const { charge, row } = callOf(call.reservation.ref)
      expect(row).toBeUndefined()
      const isAnswered = end?.result !== undefined
      expect(isAnswered ? [end.charge] : [...checkpoints, ...(end ? [end.charge] : [])]).toContain(charge)
      endCall(model, call, charge)
    }
    await takePosts(model, fleet, started.posts)
    fleet.calls = fleet.calls.filter(({ node }) => node !== at)
    fleet.lost = fleet.lost.filter(({ node }) => node !== at)
  })

/** The process pauses until it is treated as dead, and continues. */
export const freeze = (stop: Stop) =>
  createStep(`freeze ${JSON.stringify(stop)}`, async (model, fleet) => {
    if (fleet.store.engine === 'sqlite') return
    const at = stop.node % fleet.nodes.length
    const started = await stopNode(model, fleet, stop)
    const { ledger, link, clock } = nodeOf(fleet, at)
    await recoverNode(fleet, at)
    clock.skipMs += 60_000
    link.lostAnswers = stop.isAnswerLost ? 1 : 0
    link.resume()
    await Promise.allSettled(started.running)
    for (const result of started.reserved) if (result.ok) await result.reservation.release(null)
    // The heartbeat may have sent a batch, whose answer may be the lost one.
    await untilWritten(ledger)
    link.lostAnswers = 0
    // A batch that was on its way was written under the dead epoch.
    await recoverDead(fleet.store)
    const callOf = await readCalls(fleet, started.expectedEnds)
    for (const expected of started.expectedEnds) {
      const { charge, row } = callOf(expected.call.reservation.ref)
      if (row) keepCall(model, expected, row)
      else loseCall(model, fleet, expected, charge)
    }
    await takePosts(model, fleet, started.posts)
  })

/** The hold was written after the pause, under the new epoch of the process: the call continues. */
function keepCall(
  model: Model,
  { call, checkpoints, end, mayBeRow }: ExpectedEnd,
  row: { amount: number; checkpoint_charge: number | null },
): void {
  expect({ end, mayBeRow }).toEqual({ end: null, mayBeRow: true })
  expect(row.amount).toBe(call.reservation.amount)
  expect([null, ...checkpoints]).toContain(row.checkpoint_charge)
  changeBalance(model, call, call.held - row.amount)
  call.held = row.amount
  call.checkpoint = row.checkpoint_charge
}

/** Another node ended the call by a checkpoint, or the call ended before the pause, or after it. */
function loseCall(model: Model, fleet: Fleet, { call, checkpoints, end }: ExpectedEnd, charge: number | null): void {
  expect([...checkpoints, ...(end ? [null, end.charge] : [])]).toContain(charge)
  if (end?.charge) {
    // The whole charge is taken, or the answer is not completed.
    if (end.result === 'settled') expect(charge).toBe(end.charge)
    else expect(charge ?? 0).toBeLessThan(end.charge)
  }
  endCall(model, call, charge)
  fleet.calls = fleet.calls.filter((open) => open !== call)
  if (!end) fleet.lost.push({ ...call, checkpoint: charge })
}
