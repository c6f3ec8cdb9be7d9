import { expect } from 'bun:test'
import { untilWritten } from './test-accounts.ts'
import {
  changeBalance,
  correctCharge,
  endCall,
  type Fleet,
  type Model,
  nodeOf,
  recordCharge,
  recoverDead,
  recoverNode,
  startNode,
  takeCharge,
} from './test-fleet.ts'
import { createStep, type Step } from './test-fleet-steps.ts'
import { type ExpectedEnd, readCalls, type Started, startWork, takePosts, type Work } from './test-fleet-stops.ts'

// A node loses the database while the others keep it. It delivers the answers of its running calls, whose settlements
// wait in its spill file. If that lasts longer than its lease, others end its holds and spend what they contained.

export interface Partition {
  node: number
  works: readonly Work[]
  /** The others take the node for dead before it returns. */
  isLong: boolean
  /** The node dies without the database, and its next start reads its spill file. */
  isKilled: boolean
}

/** `meanwhile`: what others do with the returned holds. */
export const partition = (step: Partition, meanwhile: readonly Step[]) =>
  createStep(`partition ${JSON.stringify(step)}, meanwhile ${meanwhile.join(', then ')}`, async (model, fleet) => {
    if (fleet.store.engine === 'sqlite') return
    const at = step.node % fleet.nodes.length
    const { ledger, link, clock } = nodeOf(fleet, at)
    await ledger.flush()
    const started = await workWithoutDatabase(model, fleet, step)
    const isEnded = step.isLong || step.isKilled
    const after = isEnded ? await endByOthers(model, fleet, at, started) : null
    if (after) for (const other of meanwhile) await other.run(model, fleet)
    if (step.isKilled) {
      void ledger.close()
      fleet.nodes[at] = await startNode(fleet, at)
    } else {
      if (isEnded) clock.skipMs += 60_000
      link.isCut = false
      await untilWritten(ledger)
      for (const result of started.reserved) if (result.ok) await result.reservation.release(null)
      await ledger.flush()
    }
    // Holds of a dead epoch that the node has written again.
    await recoverDead(fleet.store)
    const callOf = await readCalls(fleet, started.expectedEnds)
    for (const expected of started.expectedEnds) {
      const found = callOf(expected.call.reservation.ref)
      if (after) takeReturned(model, fleet, expected, { ...found, before: after.get(expected) ?? null })
      else takeContinued(model, fleet, expected, found)
    }
    if (step.isKilled) fleet.lost = fleet.lost.filter(({ node }) => node !== at)
    await takePosts(model, fleet, started.posts)
  })

async function workWithoutDatabase(model: Model, fleet: Fleet, { node, works }: Partition): Promise<Started> {
  const at = node % fleet.nodes.length
  const { ledger, link } = nodeOf(fleet, at)
  const calls = fleet.calls.filter((call) => call.node === at)
  const started: Started = {
    expectedEnds: calls.map((call) => ({ call, checkpoints: [call.checkpoint], end: null, mayBeRow: false })),
    posts: [],
    reserved: [],
    running: [],
  }
  link.isCut = true
  for (const work of works) startWork(model, fleet, at, started, work)
  await Promise.allSettled(started.running)
  await ledger.flush()
  return started
}

/** The others charge checkpoints and release the rest. Returns what each call was charged. */
async function endByOthers(model: Model, fleet: Fleet, at: number, { expectedEnds }: Started) {
  await recoverNode(fleet, at)
  const callOf = await readCalls(fleet, expectedEnds)
  const charges = new Map<ExpectedEnd, number | null>()
  for (const expected of expectedEnds) {
    const { charge, row } = callOf(expected.call.reservation.ref)
    expect([row, charge]).toEqual([undefined, expected.checkpoints[0] ?? null])
    endCall(model, expected.call, charge)
    charges.set(expected, charge)
  }
  fleet.calls = fleet.calls.filter((call) => expectedEnds.every((expected) => expected.call !== call))
  return charges
}

interface Found {
  charge: number | null
  row: { amount: number; checkpoint_charge: number | null } | undefined
}

/** A call that others had ended. Its answer, if it was delivered, costs its whole charge. */
function takeReturned(
  model: Model,
  fleet: Fleet,
  { call, checkpoints, end, mayBeRow }: ExpectedEnd,
  { charge, row, before }: Found & { before: number | null },
): void {
  if (row) {
    // The hold was written again, under the new epoch of the process: the call continues.
    expect({ end, mayBeRow, before }).toEqual({ end: null, mayBeRow: true, before: null })
    const checkpoint = row.checkpoint_charge
    fleet.calls.push(Object.assign(call, { held: row.amount, checkpoint }))
    expect([null, ...checkpoints]).toContain(checkpoint)
    changeBalance(model, call, -row.amount)
    return
  }
  if (end?.charge !== undefined && end.charge !== null) {
    expect([end.result, charge]).toEqual(['settled', end.charge])
    if (before === null) takeCharge(model, call, end.charge, 0)
    else correctCharge(model, call, end.charge - before)
    recordCharge(fleet, call, end.charge)
    return
  }
  // A checkpoint that was written again may have been charged when its process died.
  if (before === null && charge !== null) {
    expect(checkpoints).toContain(charge)
    takeCharge(model, call, charge, charge)
  } else expect(charge).toBe(before)
  if (!end) fleet.lost.push({ ...call, checkpoint: charge })
}

/** A call that no other node has ended. */
function takeContinued(
  model: Model,
  fleet: Fleet,
  { call, checkpoints, end }: ExpectedEnd,
  { charge, row }: Found,
): void {
  if (!end) {
    expect(charge).toBeNull()
    changeBalance(model, call, call.held - call.reservation.amount)
    call.held = call.reservation.amount
    if (row) expect(row.checkpoint_charge).toBe(checkpoints.at(-1) ?? null)
    call.checkpoint = checkpoints.at(-1) ?? null
    return
  }
  expect(charge).toBe(end.charge)
  endCall(model, call, charge)
  recordCharge(fleet, call, charge ?? 0)
  fleet.calls = fleet.calls.filter((open) => open !== call)
}
