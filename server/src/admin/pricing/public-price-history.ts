import { isDeepStrictEqual } from 'node:util'
import { dayMs } from '@sluice/contract/durations'
import type { PriceFields } from '@sluice/contract/price-rules'
import type { PriceEntry } from '@sluice/contract/price-sheet'
import { quotaTypes } from '@sluice/contract/priced-kinds'
import type { PriceOfModel } from '@sluice/contract/pricing'
import type { PublicPriceChange } from '@sluice/contract/public-price-history'
import type { Kysely } from 'kysely'
import { builtInCompletionRatio } from '../../core/billing/completion-ratio.ts'
import { defined } from '../../core/json/defined.ts'
import { parseStored } from '../../core/json/parse-stored.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { listPriceChanges, type PriceChangeRow } from '../../store/price-changes.ts'
import type { Database } from '../../store/schema.ts'

/** The newest rows that are read. */
const rowsMax = 200

/** How the basic price of a model changed, a line a day: neither its cost nor who changed it, why and how. */
export async function readPublicPriceHistory(db: Kysely<Database>, model: string): Promise<PublicPriceChange[]> {
  return buildPublicHistory(model, await listPriceChanges(db, model, { offset: 0, limit: rowsMax }))
}

type Change = Pick<PriceChangeRow, 'created_at' | 'before' | 'after'>

/** Of rows with the newest first. */
export function buildPublicHistory(model: string, rows: readonly Change[]): PublicPriceChange[] {
  const days = [...Map.groupBy(rows, (row) => Math.floor(row.created_at / dayMs)).values()]
  return days.flatMap((ofDay) => {
    const [newest, oldest] = [ofDay[0], ofDay.at(-1)]
    if (newest === undefined || oldest === undefined) return []
    const before = parseStored<PriceEntry>(oldest.before)
    const after = parseStored<PriceEntry>(newest.after)
    // An expression counts alone, and what it comes to depends on the call.
    if (before.expression || after.expression) return []
    const prices = { before: publicPriceOf(model, before.fields), after: publicPriceOf(model, after.fields) }
    // Costs, conditions and notes changed.
    if (isDeepStrictEqual(prices.before, prices.after)) return []
    return [{ at: toSeconds(newest.created_at), ...prices }]
  })
}

function publicPriceOf(model: string, fields: PriceFields): PriceOfModel | null {
  const perCall = (price: number, unit?: 'second' | 'character'): PriceOfModel => ({
    quota_type: quotaTypes.perCall,
    model_ratio: 0,
    model_price: price,
    completion_ratio: 1,
    ...(unit && { price_unit: unit }),
  })
  if (fields.price !== undefined) return perCall(fields.price)
  if (fields.ratio === undefined) {
    if (fields.second_price !== undefined) return perCall(fields.second_price, 'second')
    return fields.character_price === undefined ? null : perCall(fields.character_price, 'character')
  }
  return {
    quota_type: quotaTypes.byTokens,
    model_ratio: fields.ratio,
    model_price: 0,
    completion_ratio: fields.completion_ratio ?? builtInCompletionRatio(model),
    ...defined({
      cache_ratio: fields.cache_ratio,
      create_cache_ratio: fields.create_cache_ratio,
      create_cache_1h_ratio: fields.create_cache_1h_ratio,
      image_ratio: fields.image_ratio,
      audio_ratio: fields.audio_ratio,
      image_completion_ratio: fields.image_completion_ratio,
      audio_completion_ratio: fields.audio_completion_ratio,
      audio_cache_ratio: fields.audio_cache_ratio,
    }),
  }
}
