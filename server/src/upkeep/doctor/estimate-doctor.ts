import {
  type DoctorCheck,
  type DoctorClient,
  type DoctorEstimate,
  doctorOutputTokens,
} from '@sluice/contract/channel-doctor'
import { billableUse } from '../../core/billing/billable.ts'
import { chargeOf } from '../../core/billing/charge.ts'
import { noUsage } from '../../core/usage/usage.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import { priceListOf } from '../../state/price-list-of.ts'
import { hasCheck, longPromptTokens } from './doctor-calls.ts'

/** Upstream calls of each check, and their tokens of input at most. Counts and wrong requests reach no upstream. */
const callsOf: Readonly<Record<Exclude<DoctorCheck, 'long'>, { calls: number; inputTokens: number }>> = {
  plain: { calls: 1, inputTokens: 50 },
  stream: { calls: 1, inputTokens: 50 },
  tools: { calls: 2, inputTokens: 1_000 },
  picture: { calls: 1, inputTokens: 1_500 },
  schema: { calls: 1, inputTokens: 300 },
  count: { calls: 0, inputTokens: 0 },
  error: { calls: 0, inputTokens: 0 },
}

interface DoctorPlan {
  models: readonly string[]
  clients: readonly DoctorClient[]
  checks: readonly DoctorCheck[]
}

interface DoctorFacts {
  options: OptionValues
  groupRatio: number
  now: number
  /** Of a model; null = unknown. */
  contextTokensOf(model: string): number | null
}

/** The calls of the checks, and what they are charged at most with every answer at its limit. */
export function estimateDoctor(
  { models, clients, checks }: DoctorPlan,
  { options, groupRatio, now, contextTokensOf }: DoctorFacts,
): DoctorEstimate {
  const chosen = [...new Set(checks)]
  const short = clients.flatMap((client) =>
    chosen.flatMap((check) => (check !== 'long' && hasCheck(client, check) ? [callsOf[check]] : [])),
  )
  const list = priceListOf(options)
  const unpriced: string[] = []
  const notLong: string[] = []
  const estimate = { calls: 0, quota: 0, unpriced, not_long: notLong }
  for (const model of new Set(models)) {
    const price = list.priceOf(model, now)
    const context = contextTokensOf(model)
    const isLong = chosen.includes('long') && price !== null && context !== null
    if (chosen.includes('long') && !isLong) estimate.not_long.push(model)
    if (price === null) estimate.unpriced.push(model)
    const long = isLong ? clients.map(() => ({ calls: 1, inputTokens: longPromptTokens(context) + 100 })) : []
    for (const { calls: count, inputTokens } of [...short, ...long]) {
      estimate.calls += count
      if (price === null) continue
      const usage = { ...noUsage, inputText: inputTokens, outputText: doctorOutputTokens }
      const charge = chargeOf(billableUse(usage), price, { groupRatio, quotaPerUnit: options.QuotaPerUnit })
      estimate.quota += count * charge.quota
    }
  }
  return estimate
}
