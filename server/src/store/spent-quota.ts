import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import { rowsPerSpan, type Span, timeSpans } from './time-spans.ts'

/** The calls of an account, one of its tokens, a group, a model or a channel. */
export type Spender =
  | { kind: 'account'; userId: number }
  | { kind: 'token'; userId: number; tokenId: number }
  | { kind: 'group'; group: string }
  | { kind: 'model'; model: string }
  | { kind: 'channel'; channelId: number }

/** The charges of a spender since `fromAt`, the start of an hour. */
export async function sumSpentQuota(db: Kysely<Database>, spender: Spender, fromAt: number): Promise<number> {
  const whole: Span = { fromAt, untilAt: Number.MAX_SAFE_INTEGER }
  let total = 0
  for await (const span of timeSpans(whole, (within) => startOfSpan(db, spender, within))) {
    const row = await hoursOf(db, spender, span)
      .select((eb) => eb.fn.sum('quota').as('quota'))
      .executeTakeFirstOrThrow()
    total += Number(row.quota ?? 0)
  }
  return Math.max(0, total)
}

function hoursOf(db: Kysely<Database>, spender: Spender, { fromAt, untilAt }: Span) {
  const rows = db.selectFrom('usage_hours').where('hour', '>=', fromAt).where('hour', '<', untilAt)
  if (spender.kind === 'group') return rows.where('group_name', '=', spender.group)
  if (spender.kind === 'model') return rows.where('model_name', '=', spender.model)
  if (spender.kind === 'channel') return rows.where('channel_id', '=', spender.channelId)
  const own = rows.where('user_id', '=', spender.userId)
  return spender.kind === 'token' ? own.where('token_id', '=', spender.tokenId) : own
}

/** The start of the newest span of `rowsPerSpan` rows; null = fewer rows are left. Uses the index of the spender. */
async function startOfSpan(db: Kysely<Database>, spender: Spender, span: Span): Promise<number | null> {
  let rows = db.selectFrom('usage_hours').where('hour', '>=', span.fromAt).where('hour', '<', span.untilAt)
  if ('userId' in spender) rows = rows.where('user_id', '=', spender.userId)
  const row = await rows.select('hour').orderBy('hour', 'desc').limit(1).offset(rowsPerSpan).executeTakeFirst()
  return row?.hour ?? null
}
