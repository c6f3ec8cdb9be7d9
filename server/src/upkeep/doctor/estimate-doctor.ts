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
import { hasCheck } from './doctor-calls.ts'

/** Upstream calls of each check, and their tokens of input at most. Counts and wrong requests reach no upstream. */
const callsOf: Readonly<Record<DoctorCheck, { calls: number; inputTokens: number }>> = {
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

/** The calls of the checks, and what they are charged at most with every answer at its limit. */
export function estimateDoctor(
  { models, clients, checks }: DoctorPlan,
  { options, groupRatio, now }: { options: OptionValues; groupRatio: number; now: number },
): DoctorEstimate {
  const each = clients.flatMap((client) =>
    [...new Set(checks)].filter((check) => hasCheck(client, check)).map((check) => callsOf[check]),
  )
  const calls = each.reduce((sum, one) => sum + one.calls, 0)
  const list = priceListOf(options)
  const unpriced: string[] = []
  let quota = 0
  for (const model of new Set(models)) {
    const price = list.priceOf(model, now)
    if (!price) {
      unpriced.push(model)
      continue
    }
    for (const { calls: count, inputTokens } of each) {
      const usage = { ...noUsage, inputText: inputTokens, outputText: doctorOutputTokens }
      const charge = chargeOf(billableUse(usage), price, { groupRatio, quotaPerUnit: options.QuotaPerUnit })
      quota += count * charge.quota
    }
  }
  return { calls: calls * new Set(models).size, quota, unpriced }
}
