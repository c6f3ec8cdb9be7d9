import { sql, type Transaction } from 'kysely'
import { refPrefixes } from '../ledger/entry-refs.ts'
import type { Engine } from '../store/dialects/engine.ts'
import type { LogStore } from '../store/log-store/open-log-store.ts'
import { changedTopupDays } from '../store/make-topup-sums.ts'
import type { Store } from '../store/open-database.ts'
import type { Database } from '../store/schema.ts'
import { topupSumsPosition } from '../store/topup-sums.ts'
import { summedUntil } from '../store/usage-sums.ts'
import { withoutStatementTimeout } from '../store/without-statement-timeout.ts'
import { findWrongClaims } from './audit-claims.ts'
import { addRecoveries, findWrongEntries, type IdRange } from './audit-entries.ts'
import { type AuditFinding, type AuditReport, buildReportText, finding, newReport } from './audit-report.ts'
import { sumUsageRows } from './audit-usage-rows.ts'

type Reader = Transaction<Database>

const pageSize = 1_000

/** Prints the result of `auditLedger`. Returns the exit code: 0 only if there are no findings. */
export async function runLedgerAudit(
  store: Store,
  { json, logStore }: { json: boolean; logStore: LogStore | null },
): Promise<number> {
  const report = await auditLedger(store, logStore)
  console.log(json ? JSON.stringify(report, null, 2) : buildReportText(report))
  return report.isClean ? 0 : 1
}

/** Checks that balances agree with the ledger entries, in one consistent snapshot of the database. */
export async function auditLedger(store: Store, logStore: Pick<LogStore, 'open'> | null = null): Promise<AuditReport> {
  return withoutStatementTimeout(store, (db) => auditSnapshot(db, store.engine, logStore))
}

async function auditSnapshot(
  db: Store['db'],
  engine: Engine,
  logStore: Pick<LogStore, 'open'> | null,
): Promise<AuditReport> {
  const view = db.transaction()
  const consistent = engine === 'sqlite' ? view : view.setIsolationLevel('repeatable read').setAccessMode('read only')
  return consistent.execute(async (reader) => {
    const { usage, logFault } = await sumUsageRows(reader, logStore)
    const audit: Audit = {
      report: { ...newReport(), logFault },
      entries: new Map(),
      channelCharges: await readOpenings(reader, 'channel'),
      tokenCharges: await readOpenings(reader, 'token'),
      openings: await readOpenings(reader, 'user'),
      usage,
    }
    await sumEntries(reader, audit)
    await inPages(reader, 'users', (range) => auditUsers(reader, range, audit))
    findOwnerless(audit)
    await inPages(reader, 'api_tokens', (range) => auditTokens(reader, range, audit))
    await auditChannels(reader, audit)
    for await (const found of findWrongClaims(reader, await importedAt(reader)))
      audit.report.findings.push({ ...finding(found.userId, found.problem), ...found })
    audit.report.findings.push(...(await findWrongTopupSums(reader)))
    audit.report.isClean = audit.report.findings.length === 0
    return audit.report
  })
}

interface Audit {
  report: AuditReport
  /** User id to the sums of the entries. Users that were checked are removed. */
  entries: Map<number, EntrySums>
  /** User id to the quota used before an import. */
  openings: Map<number, number>
  /** Channel id to the sum of its charges and the quota used before an import. */
  channelCharges: Map<number, number>
  /** Token id to the sum of its charges and the quota used before an import. */
  tokenCharges: Map<number, number>
  /** User id to the sum of the usage rows; null = not all of them could be read. */
  usage: Map<number, number> | null
}

interface EntrySums {
  balance: number
  /** Includes the amounts of refunds. */
  charges: number
  refunded: number
  lastId: number | null
}

/** Object id to the quota used before an import. */
async function readOpenings(reader: Reader, kind: 'user' | 'token' | 'channel'): Promise<Map<number, number>> {
  const rows = await reader
    .selectFrom('opening_sums')
    .select(['object_id', 'used_quota'])
    .where('kind', '=', kind)
    .execute()
  return new Map(rows.map((row) => [row.object_id, row.used_quota]))
}

/** Time of the last import in milliseconds; 0 = none. */
async function importedAt(reader: Reader): Promise<number> {
  const { last } = await reader
    .selectFrom('imports')
    .select(({ fn }) => fn.max<number | null>('finished_at').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Daily sums of top-ups that are not those of the orders and codes. */
async function findWrongTopupSums(reader: Reader): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  const credited = (rows: readonly { quota: number }[]) => rows.reduce((sum, { quota }) => sum + quota, 0)
  for await (const { day, rows, stored } of changedTopupDays(reader, await summedUntil(reader, topupSumsPosition)))
    findings.push({
      ...finding(0, `the sums of top-ups of ${new Date(day).toISOString().slice(0, 10)} are not those of their rows`),
      expected: credited(rows),
      found: credited(stored),
    })
  return findings
}

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
  const open = await sumReservations(reader, range)
  const transferred = await sumTransfers(reader, range)
  for (const user of users) {
    const { id: userId, quota, used_quota: usedQuota } = user
    const { balance, charges, refunded, lastId } = audit.entries.get(userId) ?? noEntries
    const entry = lastId === null ? null : `#${lastId}`
    const check = (problem: string, expected: number, found: number) => {
      if (expected !== found) report.findings.push({ ...finding(userId, problem), entry, expected, found })
    }
    check('the balance is not the sum of the entries minus open reservations', balance - (open.get(userId) ?? 0), quota)
    // Subtraction instead of negation, which would turn 0 into -0.
    check('used quota is not the sum of charges', (audit.openings.get(userId) ?? 0) - charges, usedQuota)
    const invited = user.aff_quota + (transferred.get(userId) ?? 0)
    if (invited > user.aff_history_quota) {
      const expected = user.aff_history_quota
      const problem = 'the transferred and available invitation quota exceeds the earned quota'
      report.findings.push({ ...finding(userId, problem), entry, expected, found: invited })
    }
    // Rows of refunded calls keep their charge.
    const usageRows = (audit.usage?.get(userId) ?? 0) - refunded
    if (audit.usage && usageRows !== usedQuota) report.usageRowDifferences.push({ userId, usedQuota, usageRows })
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

/** Reads all entries once, in parts that stay within the time limit of a statement. */
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
      // A refund with a channel reverses a charge.
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
    audit.report.findings.push(...(await findWrongEntries(reader, range)))
    await addRecoveries(reader, range, audit.report.recovered)
  }
}

const addCharge = (charges: Map<number, number>, id: number, total: number): void => {
  charges.set(id, (charges.get(id) ?? 0) - total)
}

/** User id to the sum of open reservations. */
async function sumReservations(reader: Reader, range: IdRange): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; total: number }>`
    select user_id, sum(amount) as total from reservations
    where user_id > ${range.after} and user_id <= ${range.to}
    group by user_id`.execute(reader)
  return new Map(rows.map((row) => [row.user_id, row.total]))
}

/** User id to the transferred quota from invitations. */
async function sumTransfers(reader: Reader, range: IdRange): Promise<Map<number, number>> {
  const sums = await reader
    .selectFrom('ledger_entries')
    .select(({ fn }) => ['user_id', fn.sum<number>('amount').as('total')])
    // One range of the index: `;` is the character after `:`.
    .where('ref', '>=', refPrefixes.invitations)
    .where('ref', '<', refPrefixes.invitations.replace(':', ';'))
    .where('user_id', '>', range.after)
    .where('user_id', '<=', range.to)
    .groupBy('user_id')
    .execute()
  return new Map(sums.map((row) => [row.user_id, row.total]))
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
        ...finding(token.user_id, 'remaining, used and reserved quota of a token do not add up to its granted quota'),
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
