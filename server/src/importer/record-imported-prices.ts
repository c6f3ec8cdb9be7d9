import type { Kysely } from 'kysely'
import { buildOptionValues } from '../state/option-values.ts'
import { recordPriceChanges } from '../state/record-price-changes.ts'
import { readOptionTexts } from '../store/options.ts'
import { countPriceChanges } from '../store/price-changes.ts'
import type { Database } from '../store/schema.ts'

/** Writes the history of the imported prices that differ from the shipped ones, once. */
export async function recordImportedPrices(db: Kysely<Database>, at: number): Promise<void> {
  if ((await countPriceChanges(db, null)) > 0) return
  const build = (texts: ReadonlyMap<string, string>) => buildOptionValues(texts, () => undefined)
  const [before, after] = [build(new Map()), build(await readOptionTexts(db))]
  await db
    .transaction()
    .execute((trx) => recordPriceChanges(trx, { before, after, at }, { actor: { id: 0, username: '' }, way: 'import' }))
}
