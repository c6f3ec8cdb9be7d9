import { summedClientOf } from '@sluice/contract/client-names'
import { hourMs } from '@sluice/contract/durations'
import { firstTokenMs } from '@sluice/contract/first-token'
import { logType } from '@sluice/contract/roles'
import { firstTokenCountOf } from '../store/first-token-times.ts'
import { noUse } from '../store/usage-hour-question.ts'
import type { UsageClientHour, UsageHour } from '../store/usage-hours.ts'
import type { UsageRow } from '../store/usage-row.ts'
import type { CheckpointAmounts } from './entry-note.ts'
import type { RefundedCharge } from './ledger.ts'
import type { PostOperation } from './operations.ts'

type Place = Pick<UsageRow, 'created_at' | 'user_id' | 'token_id' | 'channel_id' | 'group_name'>
type Amounts = Pick<UsageRow, 'list_quota' | 'cost_quota' | 'cost_known'>
type Refund = Pick<PostOperation, 'userId' | 'amount' | 'at'> & { refunds: RefundedCharge }

/** The usage of a batch by the hour: one line for each combination of user, token, channel, group and model. */
export class UsageHours {
  readonly #hours = new Map<string, UsageHour>()
  readonly #clientHours = new Map<string, UsageClientHour>()

  /** Counts a row that was charged `quota`, or an error row. Rows of other types are not usage. */
  add(row: UsageRow, quota: number): void {
    if (row.type === logType.error)
      for (const hour of this.#hoursOf(row, row.channel_id === 0 ? '' : row.model_name)) {
        hour.errors += 1
        hour.charged_errors += row.is_charged
      }
    if (row.type === logType.consume)
      for (const hour of this.#hoursOf(row, row.model_name)) addCharged(hour, row, quota)
  }

  /**
   * Replaces the amounts of a call that was counted `before` by those of its row, whose charge exceeds it by `more`.
   */
  correct(row: UsageRow, more: number, before: CheckpointAmounts & { quota: number }): void {
    for (const hour of this.#hoursOf(row, row.model_name)) correctCharged(hour, row, { more, before })
  }

  /** Subtracts a refunded charge. The program of its call is not known any more. */
  subtractRefund({ refunds, userId, amount, at }: Refund): void {
    const { tokenId, channelId, groupName, modelName, list, cost } = refunds
    const hour = this.#hourOf(
      {
        created_at: at,
        user_id: userId,
        token_id: tokenId ?? 0,
        channel_id: channelId,
        group_name: groupName,
      },
      modelName,
    )
    addMoney(hour, { list_quota: -list, cost_quota: -(cost ?? 0), cost_known: cost === null ? 0 : 1 }, -amount)
  }

  /** Sorted by key, so that two writers lock rows in the same order. */
  sorted(): UsageHour[] {
    if (this.#hours.size < 2) return [...this.#hours.values()]
    return [...this.#hours].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, hour]) => hour)
  }

  /** The same by client. */
  sortedByClient(): UsageClientHour[] {
    return [...this.#clientHours].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, hour]) => hour)
  }

  /** The hour of a row, and that of its program. */
  #hoursOf(row: UsageRow, model: string): UsageHour[] {
    const hour = this.#hourOf(row, model)
    const client = summedClientOf(row.client)
    if (client === '') return [hour]
    const key = `${keyOf(hour)}\n${client}`
    const known = this.#clientHours.get(key)
    if (known) return [hour, known]
    const { hour: at, user_id, token_id, channel_id, group_name, model_name } = hour
    const own = { hour: at, user_id, token_id, channel_id, group_name, model_name, client, ...noUse }
    this.#clientHours.set(key, own)
    return [hour, own]
  }

  #hourOf(row: Place, model: string): UsageHour {
    const { created_at: at, user_id: userId, token_id: tokenId, channel_id: channelId, group_name: group } = row
    const start = at - (at % hourMs)
    const key = `${start} ${userId} ${tokenId} ${channelId} ${group}\n${model}`
    const known = this.#hours.get(key)
    if (known) return known
    const hour: UsageHour = {
      hour: start,
      user_id: userId,
      token_id: tokenId,
      channel_id: channelId,
      group_name: group,
      model_name: model,
      ...noUse,
    }
    this.#hours.set(key, hour)
    return hour
  }
}

const keyOf = (hour: UsageHour): string =>
  `${hour.hour} ${hour.user_id} ${hour.token_id} ${hour.channel_id} ${hour.group_name}\n${hour.model_name}`

function addCharged(hour: UsageHour, row: UsageRow, quota: number): void {
  const calls = row.is_charged === 1 ? 0 : 1
  hour.calls += calls
  hour.prompt_tokens += row.prompt_tokens
  hour.completion_tokens += row.completion_tokens
  hour.use_time_ms += row.use_time_ms
  addMoney(hour, row, quota)
  if (row.cost_known === 1) hour.cost_known_calls += calls
  addCached(hour, { tokens: cacheReadOf(row), of: row.prompt_tokens })
  hour.cache_write_tokens += cacheWriteOf(row)
  const firstToken = firstTokenMs(row.is_stream === 1, { frt: numberIn(row.detail, 'frt') ?? undefined })
  if (firstToken !== null) hour[firstTokenCountOf(firstToken)] += 1
  if (!wasUnpriced(row)) return
  hour.unpriced_calls += calls
  hour.unpriced_quota += quota
}

interface Correction {
  more: number
  before: CheckpointAmounts & { quota: number }
}

function correctCharged(hour: UsageHour, row: UsageRow, { more, before }: Correction): void {
  hour.prompt_tokens += row.prompt_tokens - before.prompt_tokens
  hour.completion_tokens += row.completion_tokens - before.completion_tokens
  addMoney(hour, row, before.quota + more)
  addMoney(
    hour,
    { list_quota: -before.list_quota, cost_quota: -before.cost_quota, cost_known: before.cost_known },
    -before.quota,
  )
  hour.cost_known_calls += row.cost_known - before.cost_known
  const [read, earlier] = [cacheReadOf(row), before.cache_read_tokens ?? null]
  if (read !== null && earlier !== null)
    addCached(hour, { tokens: read - earlier, of: row.prompt_tokens - before.prompt_tokens })
  hour.cache_write_tokens += cacheWriteOf(row) - (before.cache_write_tokens ?? 0)
}

/** No text in a detail can contain this: its quotes are escaped. */
const wasUnpriced = ({ detail }: UsageRow): boolean => detail.includes('"served_unpriced":[')

/** The input that a call read from caches; null = its row does not say. */
export const cacheReadOf = ({ detail }: Pick<UsageRow, 'detail'>): number | null => numberIn(detail, 'cache_tokens')

/** The input that a call wrote to caches; 0 where its row does not say. */
export function cacheWriteOf({ detail }: Pick<UsageRow, 'detail'>): number {
  const written = numberIn(detail, 'cache_creation_tokens')
  if (written === null) return 0
  // A call that wrote nothing does not have the field, and a model that one of its tools used may have it.
  const tools = detail.indexOf('"tool_runs":[')
  return tools >= 0 && tools < detail.indexOf('"cache_creation_tokens":') ? 0 : written
}

/**
 * The first number of that name in a detail, without parsing it: the hot path reads three. The own fields of a detail
 * stand before those of the tools that it names.
 */
function numberIn(detail: string, name: 'frt' | 'cache_tokens' | 'cache_creation_tokens'): number | null {
  const sign = `"${name}":`
  const at = detail.indexOf(sign)
  const value = at < 0 ? Number.NaN : Number.parseInt(detail.slice(at + sign.length, at + sign.length + 16), 10)
  return Number.isSafeInteger(value) ? value : null
}

function addCached(hour: UsageHour, { tokens, of }: { tokens: number | null; of: number }): void {
  if (tokens === null) return
  hour.cache_read_tokens += tokens
  hour.cache_counted_tokens += of
}

function addMoney(hour: UsageHour, row: Amounts, quota: number): void {
  hour.quota += quota
  hour.list_quota += row.list_quota
  if (row.cost_known !== 1) return
  hour.cost_quota += row.cost_quota
  hour.cost_known_quota += quota
}
