import { quota } from '@sluice/contract/quota'
import { logType } from '@sluice/contract/roles'
import type { Billable } from '../core/billing/billable.ts'
import { chargeOf } from '../core/billing/charge.ts'
import { knownCostOf } from '../core/billing/cost.ts'
import { isPlausible, type Usage } from '../core/usage/usage.ts'
import { buildNoteRow } from '../ledger/build-note-row.ts'
import type { VideoUse } from '../providers/video-wire.ts'
import { writeNote } from '../state/write-note.ts'
import type { TaskRow } from '../store/schema.ts'
import { findChargeState } from '../store/tasks.ts'
import { buildUsageRow } from '../store/usage-row.ts'
import type { ChargedTask } from './charged-task.ts'
import { type StoredPictures, storedPicture } from './picture/stored-picture.ts'
import type { TaskDependencies } from './task-dependencies.ts'
import { type StoredVideo, storedVideo } from './video/stored-video.ts'

/** What a finished task costs in place of what was charged at its submission. */
export interface TaskPrice {
  quota: number
  list: number
  /** Null = unknown. */
  cost: number | null
}

/** A report beyond this multiple of what was asked for, and a few seconds, is none: the charge stays. */
const believedFactor = 2
const believedSeconds = 5

const isAmount = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value) && value > 0

/** What the maker reports, in place of the estimate. A report that cannot be true changes nothing. */
function usageOf(charged: Usage, use: VideoUse): Usage {
  // Makers report 5.1 seconds for a video of 5.
  const reported = isAmount(use.seconds) ? Math.max(1, Math.ceil(use.seconds - 0.5)) : charged.seconds
  const seconds = reported + (isAmount(use.inputSeconds) ? Math.ceil(use.inputSeconds) : 0)
  const outputText = isAmount(use.tokens) ? use.tokens : charged.outputText
  const usage = { ...charged, seconds, outputText }
  const isBelieved =
    seconds <= charged.seconds * believedFactor + believedSeconds && outputText <= charged.outputText * believedFactor
  return isBelieved && isPlausible(usage) ? usage : charged
}

/** The price by the maker's report; null if it is the charged one. `row` holds the report. */
export function priceOfTask(deps: Pick<TaskDependencies, 'state'>, row: TaskRow): TaskPrice | null {
  switch (row.platform) {
    case 'video':
      return priceOfVideo(deps, row, storedVideo(row))
    case 'image':
      return priceOfPictures(deps, row, storedPicture(row))
    default:
      return null
  }
}

type PricedRow = Pick<TaskRow, 'channel_id' | 'model_name' | 'submitted_at' | 'quota'>

/** Pictures that were requested and are not delivered cost nothing. */
function priceOfPictures(
  deps: Pick<TaskDependencies, 'state'>,
  row: PricedRow,
  { charged, outputs = [], upstream }: StoredPictures,
): TaskPrice | null {
  if (!charged?.pictures || outputs.length >= charged.pictures.n) return null
  const { usage, made, pictures } = charged
  const billable = { usage, units: outputs.length, imageFactor: pictures.factor, served: made }
  return priceOfUse(deps, row, { charged, billable, upstreamModel: upstream.model })
}

export function priceOfVideo(
  deps: Pick<TaskDependencies, 'state'>,
  row: PricedRow & Pick<TaskRow, 'action'>,
  { charged, use = {}, upstream }: Pick<StoredVideo, 'charged' | 'use' | 'upstream'>,
): TaskPrice | null {
  if (!charged) return null
  // The length of an extended video is that of both parts.
  const { seconds, ...others } = use
  const usage = usageOf(charged.usage, row.action === 'extendGenerate' ? others : { ...others, seconds })
  const resolution = use.resolution?.toLowerCase()
  const served = { ...charged.made, ...(resolution !== undefined && { resolution }) }
  const billable = { usage, units: 1, imageFactor: null, served }
  return priceOfUse(deps, row, { charged, billable, upstreamModel: upstream.model })
}

function priceOfUse(
  deps: Pick<TaskDependencies, 'state'>,
  row: PricedRow,
  { charged, billable, upstreamModel }: { charged: ChargedTask; billable: Billable; upstreamModel: string },
): TaskPrice | null {
  const { price, quotaPerUnit } = charged
  const charge = chargeOf(billable, price, charged)
  if (charge.quota === row.quota) return null
  const channel = deps.state.current().channels.get(row.channel_id)
  const cost = knownCostOf(channel?.costPrices ?? null, [row.model_name, upstreamModel], {
    billable,
    price,
    quotaPerUnit,
    at: row.submitted_at,
  })
  return { quota: charge.quota, list: charge.list, cost }
}

/** Charges or returns the difference between what was charged for a task and its price. Each has its effect once. */
export function createTaskSettler(deps: Pick<TaskDependencies, 'db' | 'ledger' | 'state' | 'clock'>) {
  const { ledger, state, clock } = deps

  /** `row` is finished, and its charge is written. Returns the new charge. */
  async function settle(row: TaskRow, tokenName: string): Promise<TaskPrice | null> {
    const price = priceOfTask(deps, row)
    if (price === null) return null
    if (price.quota < row.quota) await giveBack(row, price, tokenName)
    else await takeMore(row, price, tokenName)
    return price
  }

  async function giveBack(row: TaskRow, price: TaskPrice, tokenName: string): Promise<void> {
    const amount = quota(row.quota - price.quota)
    const cost = row.cost_quota === null || price.cost === null ? null : quota(Math.max(row.cost_quota - price.cost, 0))
    await ledger.post({
      ref: `task:${row.id}:settle`,
      userId: row.user_id,
      kind: 'refund',
      amount,
      note: { code: 'task_settled', params: { id: row.id } },
      row: buildNoteRow({
        type: logType.system,
        userId: row.user_id,
        username: row.username,
        groupName: row.group_name,
        text: writeNote({ code: 'task_settled', params: { task: nameOf(row), amount } }, state.current().options),
        at: clock.now(),
        requestId: row.request_ref,
        refunds: { amount, tokenId: row.token_id, channelId: row.channel_id, modelName: row.model_name, tokenName },
      }),
      refunds: {
        tokenId: row.token_id,
        channelId: row.channel_id,
        groupName: row.group_name,
        modelName: row.model_name,
        list: quota(Math.max(row.list_quota - price.list, 0)),
        cost,
      },
    })
  }

  /** The maker reports more than was held: the balance may go below zero. */
  async function takeMore(row: TaskRow, price: TaskPrice, tokenName: string): Promise<void> {
    const ref = `task:${row.id}:settle`
    if ((await findChargeState(deps.db, ref)).isPosted) return
    const held = await ledger.reserve({
      ref,
      userId: row.user_id,
      tokenId: row.token_id,
      amount: quota(0),
      deliversAtEnd: true,
    })
    if (!held.ok) throw new Error(`the rest of a task could not be charged: ${held.reason}`)
    const amount = quota(price.quota - row.quota)
    const isCostKnown = row.cost_quota !== null && price.cost !== null
    const usage = buildUsageRow({
      user_id: row.user_id,
      created_at: clock.now(),
      type: logType.consume,
      username: row.username,
      token_id: row.token_id ?? 0,
      token_name: tokenName,
      channel_id: row.channel_id,
      model_name: row.model_name,
      group_name: row.group_name,
      quota: amount,
      list_quota: Math.max(price.list - row.list_quota, 0),
      cost_quota: isCostKnown ? Math.max((price.cost ?? 0) - (row.cost_quota ?? 0), 0) : 0,
      cost_known: isCostKnown ? 1 : 0,
      // The task is counted by the row of its submission.
      is_charged: 1,
      request_id: ref,
      content: `${nameOf(row)}, the rest by the upstream's report`,
      detail: {},
    })
    if ((await held.reservation.settle(amount, usage, row.channel_id)) === 'lost')
      throw new Error('the rest of a task was not charged')
  }

  return { settle }
}

const nameOf = (row: Pick<TaskRow, 'action' | 'task_id'>): string => `${row.action} ${row.task_id}`
