import { type Expression, type ExpressionBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { parseStored } from '../core/json/parse-stored.ts'
import { correctionRefOf, lossRefOf } from '../ledger/correct-charge.ts'
import type { EntryNote } from '../ledger/entry-note.ts'
import type { Database } from '../store/schema.ts'
import { type AuditFinding, type AuditReport, finding } from './audit-report.ts'

type Reader = Transaction<Database>

/** Ids above `after` up to `to`. */
export interface IdRange {
  after: number
  to: number
}

/** Entries with the wrong sign, and those which say that a delivered answer was not charged. */
export async function findWrongEntries(reader: Reader, range: IdRange): Promise<AuditFinding[]> {
  const isWrong = (where: ExpressionBuilder<Database, 'ledger_entries'>): Expression<SqlBool> =>
    where.or([
      where.and([where('kind', '=', 'charge'), where('amount', '>', 0), sql<SqlBool>`not ${returnsPartOfCharge}`]),
      where.and([where('kind', '=', 'charge'), where('amount', '=', 0), where('ref', 'like', `%${lossRefOf('')}`)]),
      where.and([where('kind', 'not in', ['charge', 'adjustment']), where('amount', '<', 0)]),
    ])
  const wrong = await reader
    .selectFrom('ledger_entries')
    .select(['user_id', 'token_id', 'channel_id', 'ref', 'amount', 'note'])
    .where('id', '>', range.after)
    .where('id', '<=', range.to)
    .where(isWrong)
    .orderBy('id')
    .limit(100)
    .execute()
  return wrong.map(({ user_id: userId, token_id: tokenId, channel_id: channelId, ref, amount, note }) => {
    const place = { tokenId, channelId, found: amount }
    if (amount !== 0) return { ...finding(userId, 'an entry has the wrong sign for its kind'), ...place, entry: ref }
    const { code, params } = parseStored<EntryNote>(note)
    const expected = code === 'uncharged' ? params.charge : null
    const entry = ref.slice(0, -lossRefOf('').length)
    return { ...finding(userId, 'a delivered answer was not charged'), ...place, entry, expected }
  })
}

/** A correction may return a part of the charge that its ref names, and not more. */
const returnsPartOfCharge = sql<SqlBool>`exists (
  select 1 from ledger_entries as charged
  where charged.ref = substr(ledger_entries.ref, 1, length(ledger_entries.ref) - ${sql.lit(correctionRefOf('').length)})
    and ledger_entries.ref like ${sql.lit(`%${correctionRefOf('')}`)}
    and charged.kind = 'charge' and charged.amount + ledger_entries.amount <= 0)`

const codeStart = (code: EntryNote['code']): string => `{"code":"${code}`
const codes = { recovered: codeStart('recovered'), corrected: codeStart('corrected') }

/** Counts the calls that were charged by their last checkpoints, and what was corrected since. */
export async function addRecoveries(
  reader: Reader,
  range: IdRange,
  recovered: AuditReport['recovered'],
): Promise<void> {
  const { rows } = await sql<{ code: string; calls: number; total: number }>`
    select substr(note, 1, ${sql.lit(codes.recovered.length)}) as code, count(*) as calls, sum(amount) as total
    from ledger_entries
    where id > ${range.after} and id <= ${range.to} and kind = 'charge' and note <> ''
    group by 1`.execute(reader)
  for (const { code, calls, total } of rows) {
    if (code === codes.recovered) {
      recovered.calls += calls
      recovered.charged -= total
    } else if (code === codes.corrected) {
      recovered.corrected += calls
      recovered.difference -= total
    }
  }
}
