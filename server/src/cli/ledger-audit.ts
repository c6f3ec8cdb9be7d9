import { type ExpressionBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { invitationRefs } from '../ledger/check-amounts.ts'
import type { Store } from '../store/open-database.ts'
import type { Database } from '../store/schema.ts'
import { findWrongClaims } from './audit-claims.ts'

export interface AuditReport {
  isClean: boolean
  users: number
  tokens: number
  channels: number
  entries: number
  findings: AuditFinding[]
  /** Users whose usage rows do not add up to their used quota: normal when rows were deleted or not kept. */
  usageRowDifferences: { userId: number; usedQuota: number; usageRows: number }[]
}

interface AuditFinding {
  userId: number
  tokenId: number | null
  channelId: number | null
  /** Ref of the wrong entry, or of the user's last one where the sum is wrong. */
  entry: string | null
  problem: string
  expected: number | null
  found: number | null
}

type Reader = Transaction<Database>

const pageSize = 1_000

/** Prints the result of `auditLedger`. Returns the exit code: 0 only when everything agrees. */
export async function runLedgerAudit(store: Store, { json }: { json: boolean }): Promise<number> {
  const report = await auditLedger(store)
  console.log(json ? JSON.stringify(report, null, 2) : buildReportText(report))
  return report.isClean ? 0 : 1
}

/** Verifies that balances and entries agree, on one consistent view of the database. */
export async function auditLedger({ db, engine }: Store): Promise<AuditReport> {
  const view = db.transaction()
  const consistent =
    engine === 'sqlite' ? view : view.setIsolationLevel('repeatable read').setAccessMode('read only')
  return consistent.execute(async (reader) => {
    const audit: Audit = {
      report: newReport(),
      entries: new Map(),
      channelCharges: await readOpenings(reader, 'channel'),
      tokenCharges: await readOpenings(reader, 'token'),
      openings: await readOpenings(reader, 'user'),
    }
    await sumEntries(reader, audit)
    await inPages(reader, 'users', (range) => auditUsers(reader, range, audit))
    findOwnerless(audit)
    await inPages(reader, 'api_tokens', (range) => auditTokens(reader, range, audit))
    await auditChannels(reader, audit)
    for await (const found of findWrongClaims(reader, await importedAt(reader)))
      audit.report.findings.push({ ...finding(found.userId, found.problem), ...found })
    audit.report.isClean = audit.report.findings.length === 0
    return audit.report
  })
}

interface Audit {
  report: AuditReport
  /** User id to the sums of the entries. Users that were checked are removed. */
  entries: Map<number, EntrySums>
  /** User id to what was used before an import. */
  openings: Map<number, number>
  /** Channel id to the sum of its charges, and of what was used before an import. */
  channelCharges: Map<number, number>
  /** The same by token id. */
  tokenCharges: Map<number, number>
}

interface EntrySums {
  balance: number
  /** Includes the amounts of refunds. */
  charges: number
  refunded: number
  lastId: number | null
}

/** Ids above `after` up to `to`. */
interface IdRange {
  after: number
  to: number
}

/** Object id to what was used before an import. */
async function readOpenings(
  reader: Reader,
  kind: 'user' | 'token' | 'channel',
): Promise<Map<number, number>> {
  const rows = await reader
    .selectFrom('opening_sums')
    .select(['object_id', 'used_quota'])
    .where('kind', '=', kind)
    .execute()
  return new Map(rows.map((row) => [row.object_id, row.used_quota]))
}

/** Milliseconds; 0 = nothing was imported. */
async function importedAt(reader: Reader): Promise<number> {
  const { last } = await reader
    .selectFrom('imports')
    .select(({ fn }) => fn.max<number | null>('finished_at').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

const newReport = (): AuditReport => ({
  isClean: false,
  users: 0,
  tokens: 0,
  channels: 0,
  entries: 0,
  findings: [],
  usageRowDifferences: [],
})

async function inPages(
  reader: Reader,
  table: 'users' | 'api_tokens',
  work: (range: IdRange) => Promise<void>,
): Promise<void> {
  for (let after = 0; ; ) {
    const ids = await reader
      .selectFrom(table)
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    const last = ids.length === pageSize ? ids.at(-1) : undefined
    const to = last ? last.id : Number.MAX_SAFE_INTEGER
    await work({ after, to })
    if (!last) return
    after = to
  }
}

async function auditUsers(reader: Reader, range: IdRange, audit: Audit): Promise<void> {
  const { report } = audit
  const users = await reader
    .selectFrom('users')
    .select(['id', 'quota', 'used_quota', 'aff_quota', 'aff_history_quota'])
    .where('id', '>', range.after)
    .where('id', '<=', range.to)
    .execute()
  const open = await sumByUser(reader, 'reservations', 'amount', range)
  const usage = await sumByUser(reader, 'usage_logs', 'quota', range)
  const transferred = await sumTransfers(reader, range)
  for (const user of users) {
    const { id: userId, quota, used_quota: usedQuota } = user
    const { balance, charges, refunded, lastId } = audit.entries.get(userId) ?? noEntries
    const entry = lastId === null ? null : `#${lastId}`
    const check = (problem: string, expected: number, found: number) => {
      if (expected !== found) report.findings.push({ ...finding(userId, problem), entry, expected, found })
    }
    check('quota is not entries less open reservations', balance - (open.get(userId) ?? 0), quota)
    // `0 -`: the negative of 0 would be another number.
    check('used quota is not the sum of charges', (audit.openings.get(userId) ?? 0) - charges, usedQuota)
    const invited = user.aff_quota + (transferred.get(userId) ?? 0)
    if (invited > user.aff_history_quota) {
      const expected = user.aff_history_quota
      const problem = 'more left or waits from invitations than they earned'
      report.findings.push({ ...finding(userId, problem), entry, expected, found: invited })
    }
    // Rows of refunded calls keep their charge.
    const usageRows = (usage.get(userId) ?? 0) - refunded
    if (usageRows !== usedQuota) report.usageRowDifferences.push({ userId, usedQuota, usageRows })
    audit.entries.delete(userId)
  }
  report.users += users.length
}

function findOwnerless({ entries, report }: Audit): void {
  for (const [userId, { balance, lastId }] of entries)
    report.findings.push({
      ...finding(userId, 'entries of a user that does not exist'),
      entry: `#${lastId}`,
      found: balance,
    })
}

const noEntries: EntrySums = { balance: 0, charges: 0, refunded: 0, lastId: null }
const entriesPageSize = 50_000

/** One pass over all entries, in parts that stay within a statement's time limit. */
async function sumEntries(reader: Reader, audit: Audit): Promise<void> {
  const { last } = await reader
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  for (let after = 0; after < (last ?? 0); after += entriesPageSize) {
    const range = { after, to: after + entriesPageSize }
    const sums = await reader
      .selectFrom('ledger_entries')
      .select(({ fn }) => [
        'user_id',
        'kind',
        'channel_id',
        'token_id',
        fn.sum<number>('amount').as('total'),
        fn.countAll<number>().as('count'),
        fn.max('id').as('last_id'),
      ])
      .where('id', '>', range.after)
      .where('id', '<=', range.to)
      .groupBy(['user_id', 'kind', 'channel_id', 'token_id'])
      .execute()
    for (const { user_id: userId, kind, channel_id: channelId, total, count, ...sum } of sums) {
      const { token_id: tokenId, last_id: lastId } = sum
      const known = audit.entries.get(userId) ?? noEntries
      // A refund that names its channel reverses a charge.
      const isCharge = kind === 'charge' || (kind === 'refund' && channelId !== null)
      audit.entries.set(userId, {
        balance: known.balance + total,
        charges: known.charges + (isCharge ? total : 0),
        refunded: known.refunded + (isCharge && kind === 'refund' ? total : 0),
        lastId: Math.max(known.lastId ?? 0, lastId),
      })
      if (isCharge && channelId !== null) addCharge(audit.channelCharges, channelId, total)
      if (isCharge && tokenId !== null) addCharge(audit.tokenCharges, tokenId, total)
      audit.report.entries += count
    }
    await findWrongEntries(reader, range, audit.report)
  }
}

const addCharge = (charges: Map<number, number>, id: number, total: number): void => {
  charges.set(id, (charges.get(id) ?? 0) - total)
}

/** User id to the sum of `column`; of usage rows only those of consumption (type 2). */
async function sumByUser(
  reader: Reader,
  table: 'reservations' | 'usage_logs',
  column: 'amount' | 'quota',
  range: IdRange,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; total: number }>`
    select user_id, sum(${sql.ref(column)}) as total from ${sql.table(table)}
    where user_id > ${range.after} and user_id <= ${range.to}
      ${table === 'usage_logs' ? sql`and type = 2` : sql``}
    group by user_id`.execute(reader)
  return new Map(rows.map((row) => [row.user_id, row.total]))
}

/** User id to the quota from invitations. */
async function sumTransfers(reader: Reader, range: IdRange): Promise<Map<number, number>> {
  const sums = await reader
    .selectFrom('ledger_entries')
    .select(({ fn }) => ['user_id', fn.sum<number>('amount').as('total')])
    // One range of the index: `;` is the character after `:`.
    .where('ref', '>=', invitationRefs)
    .where('ref', '<', invitationRefs.replace(':', ';'))
    .where('user_id', '>', range.after)
    .where('user_id', '<=', range.to)
    .groupBy('user_id')
    .execute()
  return new Map(sums.map((row) => [row.user_id, row.total]))
}

async function findWrongEntries(reader: Reader, range: IdRange, report: AuditReport): Promise<void> {
  const isWrong = (where: ExpressionBuilder<Database, 'ledger_entries'>) =>
    where.or([
      where.and([where('kind', '=', 'charge'), where('amount', '>', 0)]),
      where.and([where('kind', 'not in', ['charge', 'adjustment']), where('amount', '<', 0)]),
    ])
  const wrong = await reader
    .selectFrom('ledger_entries')
    .select(['user_id', 'token_id', 'channel_id', 'ref', 'amount'])
    .where('id', '>', range.after)
    .where('id', '<=', range.to)
    .where((where) => isWrong(where) as ReturnType<typeof where.lit<SqlBool>>)
    .orderBy('id')
    .limit(100)
    .execute()
  for (const { user_id: userId, token_id: tokenId, channel_id: channelId, ref, amount } of wrong)
    report.findings.push({
      ...finding(userId, 'an entry has the wrong sign for its kind'),
      tokenId,
      channelId,
      entry: ref,
      found: amount,
    })
}

async function auditTokens(reader: Reader, range: IdRange, { report, tokenCharges }: Audit): Promise<void> {
  const tokens = await reader
    .selectFrom('api_tokens')
    .select(['id', 'user_id', 'remain_quota', 'used_quota', 'granted_quota'])
    .where('id', '>', range.after)
    .where('id', '<=', range.to)
    .execute()
  const { rows } = await sql<{ token_id: number; total: number }>`
    select token_id, sum(amount) as total from reservations
    where token_id > ${range.after} and token_id <= ${range.to} group by token_id`.execute(reader)
  const open = new Map(rows.map((row) => [row.token_id, row.total]))
  for (const token of tokens) {
    const found = token.remain_quota + token.used_quota + (open.get(token.id) ?? 0)
    if (found !== token.granted_quota)
      report.findings.push({
        ...finding(token.user_id, 'remaining, used and open quota of a token are not what it was granted'),
        tokenId: token.id,
        expected: token.granted_quota,
        found,
      })
    const charged = tokenCharges.get(token.id) ?? 0
    if (charged !== token.used_quota)
      report.findings.push({
        ...finding(token.user_id, 'used quota of a token is not the sum of its charges'),
        tokenId: token.id,
        expected: charged,
        found: token.used_quota,
      })
  }
  report.tokens += tokens.length
}

async function auditChannels(reader: Reader, { report, channelCharges }: Audit): Promise<void> {
  const channels = await reader.selectFrom('channels').select(['id', 'used_quota']).execute()
  for (const { id, used_quota: found } of channels) {
    const expected = channelCharges.get(id) ?? 0
    if (expected !== found)
      report.findings.push({
        ...finding(0, 'used quota of a channel is not the sum of its charges'),
        channelId: id,
        expected,
        found,
      })
  }
  report.channels += channels.length
}

const finding = (userId: number, problem: string): AuditFinding => ({
  userId,
  tokenId: null,
  channelId: null,
  entry: null,
  problem,
  expected: null,
  found: null,
})

function buildReportText(report: AuditReport): string {
  const { users, tokens, channels, entries, findings, usageRowDifferences } = report
  const lines = findings.map(buildFindingLine)
  for (const { userId, usedQuota, usageRows } of usageRowDifferences)
    lines.push(`note: user ${userId}: used ${usedQuota}, usage rows add up to ${usageRows}`)
  const verdict = findings.length === 0 ? 'The ledger agrees' : `${findings.length} problems`
  lines.push(`${verdict}: ${users} users, ${tokens} tokens, ${channels} channels, ${entries} entries.`)
  return lines.join('\n')
}

function buildFindingLine(found: AuditFinding): string {
  const place = [
    `user ${found.userId}`,
    found.tokenId === null ? null : `token ${found.tokenId}`,
    found.channelId === null ? null : `channel ${found.channelId}`,
    found.entry === null ? null : `entry ${found.entry}`,
  ]
  const amounts =
    found.expected === null ? `${found.found}` : `expected ${found.expected}, found ${found.found}`
  return `${place.filter((part) => part !== null).join(', ')}: ${found.problem} (${amounts})`
}
