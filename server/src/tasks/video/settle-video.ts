import { quota } from '@sluice/contract/quota'
import { logType } from '@sluice/contract/roles'
import { chargeOf } from '../../core/billing/charge.ts'
import { knownCostOf } from '../../core/billing/cost.ts'
import { isPlausible, type Usage } from '../../core/usage/usage.ts'
import { buildNoteRow } from '../../ledger/build-note-row.ts'
import type { VideoUse } from '../../providers/video-wire.ts'
import { writeNote } from '../../state/write-note.ts'
import type { TaskRow } from '../../store/schema.ts'
import { findChargeState } from '../../store/tasks.ts'
import { buildUsageRow } from '../../store/usage-row.ts'
import type { TaskDependencies } from '../task-dependencies.ts'
import { type StoredVideo, storedVideo } from './stored-video.ts'

/** What a finished video costs in place of what was charged at its submission. */
export interface VideoPrice {
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

/** The price by the maker's report; null if it is the charged one. `stored` holds the report. */
export function priceOfVideo(
  deps: Pick<TaskDependencies, 'state'>,
  row: Pick<TaskRow, 'channel_id' | 'model_name' | 'submitted_at' | 'quota' | 'action'>,
  { charged, use = {}, upstream }: Pick<StoredVideo, 'charged' | 'use' | 'upstream'>,
): VideoPrice | null {
  if (!charged) return null
  const { price, quotaPerUnit } = charged
  // The length of an extended video is that of both parts.
  const { seconds, ...others } = use
  const usage = usageOf(charged.usage, row.action === 'extendGenerate' ? others : { ...others, seconds })
  const resolution = use.resolution?.toLowerCase()
  const served = { ...charged.made, ...(resolution !== undefined && { resolution }) }
  const billable = { usage, units: 1, imageFactor: null, served }
  const charge = chargeOf(billable, price, charged)
  if (charge.quota === row.quota) return null
  const channel = deps.state.current().channels.get(row.channel_id)
  const cost = knownCostOf(channel?.costPrices ?? null, [row.model_name, upstream.model], {
    billable,
    price,
    quotaPerUnit,
    at: row.submitted_at,
  })
  return { quota: charge.quota, list: charge.list, cost }
}

/** Charges or returns the difference between what was charged for a video and its price. Each has its effect once. */
export function createVideoSettler(deps: Pick<TaskDependencies, 'db' | 'ledger' | 'state' | 'clock'>) {
  const { ledger, state, clock } = deps

  /** `row` is finished, and its charge is written. Returns the new charge. */
  async function settle(row: TaskRow, tokenName: string): Promise<VideoPrice | null> {
    const price = priceOfVideo(deps, row, storedVideo(row))
    if (price === null) return null
    if (price.quota < row.quota) await giveBack(row, price, tokenName)
    else await takeMore(row, price, tokenName)
    return price
  }

  async function giveBack(row: TaskRow, price: VideoPrice, tokenName: string): Promise<void> {
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
  async function takeMore(row: TaskRow, price: VideoPrice, tokenName: string): Promise<void> {
    const ref = `task:${row.id}:settle`
    if ((await findChargeState(deps.db, ref)).isPosted) return
    const held = await ledger.reserve({
      ref,
      userId: row.user_id,
      tokenId: row.token_id,
      amount: quota(0),
      deliversAtEnd: true,
    })
    if (!held.ok) throw new Error(`the rest of a video could not be charged: ${held.reason}`)
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
      // The video is counted by the row of its submission.
      is_charged: 1,
      request_id: ref,
      content: `${nameOf(row)}, the rest by the upstream's report`,
      detail: {},
    })
    if ((await held.reservation.settle(amount, usage, row.channel_id)) === 'lost')
      throw new Error('the rest of a video was not charged')
  }

  return { settle }
}

const nameOf = (row: Pick<TaskRow, 'action' | 'task_id'>): string => `${row.action} ${row.task_id}`
