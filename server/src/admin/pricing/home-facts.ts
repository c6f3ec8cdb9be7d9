import { exactProduct } from '@sluice/contract/decimal'
import type { HomeFacts, HomeModel, HomeVendor } from '@sluice/contract/home-facts'
import { quotaTypes } from '@sluice/contract/priced-kinds'
import type { Pricing, PricingRow } from '@sluice/contract/pricing'
import { buildModelSpeed, callsMin, countAllCalls, type SpeedSum, successRate } from './model-speeds.ts'

/** How many models the home page shows. */
const examplesMax = 6
const tokensOfPrice = 1_000_000

interface Measured {
  lately: readonly SpeedSum[]
  day: readonly SpeedSum[]
}

/** What a home page says about the models of a price list and their calls: as the page of prices shows them first. */
export function buildHomeFacts(
  pricing: Pick<Pricing, 'data' | 'group_ratio'>,
  { lately, day }: Measured,
  { hasUnpriced }: { hasUnpriced: boolean },
): HomeFacts {
  const listed = pricing.data.filter((row) => row.is_priced || hasUnpriced)
  const offered = new Set(listed.map(({ model_name: name }) => name))
  const inOffer = (sums: readonly SpeedSum[]) => sums.filter(({ model_name: name }) => offered.has(name))
  const today = new Map(inOffer(day).map((sum) => [sum.model_name, sum]))
  const priced = listed.flatMap((row) =>
    buildModel(row, { ratios: pricing.group_ratio, sum: today.get(row.model_name) }),
  )
  const recent = callsOf(inOffer(lately)) >= callsMin ? inOffer(lately) : inOffer(day)
  return {
    models: listed.length,
    vendors: buildVendors(listed, recent),
    input_from: priced.reduce<number | null>(
      (least, { input }) => (input > 0 && input < (least ?? Infinity) ? input : least),
      null,
    ),
    examples: pickExamples(priced, today),
    success_rate: successOf([...today.values()]),
  }
}

const callsOf = (sums: readonly SpeedSum[]): number => sums.reduce((count, sum) => count + countAllCalls(sum), 0)

function successOf(sums: readonly SpeedSum[]): number | null {
  const errors = sums.reduce((count, sum) => count + sum.errors, 0)
  return successRate({ successes: callsOf(sums) - errors, errors })
}

/** None for a model without a price by tokens. */
function buildModel(
  row: PricingRow,
  { ratios, sum }: { ratios: Pricing['group_ratio']; sum: SpeedSum | undefined },
): HomeModel[] {
  if (!row.is_priced || row.quota_type !== quotaTypes.byTokens) return []
  // The first group that has the model, as on the page of prices: a cheaper one may be a choice of few.
  const group = Object.keys(ratios).find((name) => row.enable_groups.includes(name)) ?? ''
  const speed = sum === undefined ? null : buildModelSpeed(sum)
  const input = exactProduct(row.model_ratio, ratios[group] ?? 1, tokensOfPrice)
  return [
    {
      model_name: row.model_name,
      vendor: row.owner_by,
      ...(row.icon !== undefined && { icon: row.icon }),
      input,
      output: exactProduct(input, row.completion_ratio),
      ...(speed !== null && { success_rate: speed.success_rate }),
      ...(speed !== null && speed.avg_tps > 0 && { tps: speed.avg_tps }),
    },
  ]
}

function buildVendors(rows: readonly PricingRow[], recent: readonly SpeedSum[]): HomeVendor[] {
  const sums = new Map(recent.map((sum) => [sum.model_name, sum]))
  const all = callsOf(recent)
  const vendors = [...Map.groupBy(rows, ({ owner_by: vendor }) => vendor)].map(([vendor, ofVendor]): HomeVendor => {
    const own = ofVendor.flatMap(({ model_name: name }) => sums.get(name) ?? [])
    const icon = ofVendor.find((row) => row.icon !== undefined)?.icon
    const success = successOf(own)
    return {
      vendor,
      ...(icon !== undefined && { icon }),
      models: ofVendor.length,
      ...(all >= callsMin && { share: Math.round((1_000 * callsOf(own)) / all) / 1_000 }),
      ...(success !== null && { success_rate: success }),
    }
  })
  return vendors.toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0) || b.models - a.models)
}

/** The most used models, at most two of a maker; without calls those of the makers with most models. */
function pickExamples(models: readonly HomeModel[], today: ReadonlyMap<string, SpeedSum>): HomeModel[] {
  const usedFirst = models.toSorted((a, b) => callsOfModel(b, today) - callsOfModel(a, today))
  const ofVendor = new Map<string, number>()
  const picked = usedFirst.filter(({ vendor }) => {
    const count = (ofVendor.get(vendor) ?? 0) + 1
    ofVendor.set(vendor, count)
    return count <= 2
  })
  return picked.slice(0, examplesMax)
}

const callsOfModel = ({ model_name: name }: HomeModel, today: ReadonlyMap<string, SpeedSum>): number => {
  const sum = today.get(name)
  return sum === undefined ? 0 : callsOf([sum])
}
