import type { Kysely } from 'kysely'
import { buildOptionValues, formatOption } from '../state/option-values.ts'
import { priceListOf } from '../state/price-list-of.ts'
import { splitList } from '../store/abilities.ts'
import { readOptionTexts, writeOptionText } from '../store/options.ts'
import type { Database } from '../store/schema.ts'
import { isOneApi } from './layout.ts'
import type { ImportContext } from './steps/step.ts'

/** The ratio that One API takes for a model without one of its own. */
const oneApiRatio = 30

/**
 * Stores the price that the source takes for models without one, for each model of a channel. The report names them.
 */
export async function addBuiltInPrices(
  db: Kysely<Database>,
  { layout, notes, now }: Pick<ImportContext, 'layout' | 'notes' | 'now'>,
): Promise<void> {
  if (!isOneApi(layout)) return
  const options = buildOptionValues(await readOptionTexts(db), () => undefined)
  const prices = priceListOf(options)
  const channels = await db.selectFrom('channels').select('models').execute()
  const models = new Set(channels.flatMap(({ models }) => splitList(models)))
  const added = [...models].filter((model) => prices.priceOf(model, now) === null).sort()
  if (added.length === 0) return
  for (const model of added)
    notes.add(`Models without a price; they have One API's own ratio of ${oneApiRatio} for such models`, model)
  const ratios = { ...options.ModelRatio, ...Object.fromEntries(added.map((model) => [model, oneApiRatio])) }
  await writeOptionText(db, { name: 'ModelRatio', value: formatOption('ModelRatio', ratios), updatedAt: now })
}
