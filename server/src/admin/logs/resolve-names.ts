import { hourMs } from '@sluice/contract/durations'
import type { Kysely } from 'kysely'
import { listTokenIdsByName } from '../../store/api-tokens.ts'
import { findRequestCharge } from '../../store/ledger-entries.ts'
import type { Database } from '../../store/schema.ts'
import type { Span } from '../../store/time-spans.ts'
import type { UsageLogFilter } from '../../store/usage-log-filter.ts'
import { findUserByName } from '../../store/users.ts'

type Db = Kysely<Database>

const tokensMax = 50
/** A row is written with its ledger entry, but the clocks of nodes may differ. */
const besideEntryMs = 600_000
/** Its row is written when the call ends. An hour for a clock that was set back, as at the end of summer time. */
const besideArrivalMs = { before: 3_900_000, after: 5 * hourMs }

/**
 * `filter` with ids in place of the names of the account and the tokens that have these names now, because indices and
 * hourly sums contain only ids. Rows under former names match too. If none has the name, the names in the rows are
 * searched. The charge of a request gives the time of its row.
 */
export async function resolveNames(db: Db, filter: UsageLogFilter): Promise<UsageLogFilter> {
  return await resolveRequest(db, await resolveTokens(db, await resolveAccount(db, filter)))
}

async function resolveAccount(db: Db, filter: UsageLogFilter): Promise<UsageLogFilter> {
  const { username, ...rest } = filter
  if (username === undefined || filter.userId !== undefined) return filter
  const user = await findUserByName(db, username)
  return user ? { ...rest, userId: user.id } : filter
}

async function resolveTokens(db: Db, filter: UsageLogFilter): Promise<UsageLogFilter> {
  const { tokenName, ...rest } = filter
  if (tokenName === undefined || filter.tokenIds !== undefined) return filter
  const ids = await listTokenIdsByName(db, { name: tokenName, userId: filter.userId, limit: tokensMax + 1 })
  return ids.length === 0 || ids.length > tokensMax ? filter : { ...rest, tokenIds: ids }
}

async function resolveRequest(db: Db, filter: UsageLogFilter): Promise<UsageLogFilter> {
  if (filter.requestId === undefined) return filter
  const charge = await findRequestCharge(db, filter.requestId)
  if (!charge) return narrowTime(filter, timeOfRequestId(filter.requestId))
  // The request belongs to another account, so no row matches both.
  if (filter.userId !== undefined && filter.userId !== charge.userId) return filter
  const span = { fromAt: charge.at - besideEntryMs, untilAt: charge.at + besideEntryMs }
  return { ...narrowTime(filter, span), userId: charge.userId }
}

const narrowTime = (filter: UsageLogFilter, span: Span | null): UsageLogFilter =>
  span === null
    ? filter
    : {
        ...filter,
        fromAt: Math.max(filter.fromAt ?? 0, span.fromAt),
        untilAt: Math.min(filter.untilAt ?? Number.MAX_SAFE_INTEGER, span.untilAt),
      }

/** A failed call has no charge, but an id of this server begins with the local time at which the call arrived. */
function timeOfRequestId(id: string): Span | null {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d{1,9}[A-Za-z0-9]{8}$/.exec(id) ?? []
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number)
  if (year < 2000 || month < 1 || month > 12) return null
  const at = new Date(year, month - 1, day, hour, minute, second).getTime()
  return { fromAt: at - besideArrivalMs.before, untilAt: at + besideArrivalMs.after }
}
