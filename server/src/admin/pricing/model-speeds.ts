import { hourMs } from '@sluice/contract/durations'
import type { ModelSpeed } from '@sluice/contract/model-speed'
import { keepAnswers } from '../../platform/keep-answers.ts'
import type { Services } from '../../services.ts'
import { countSuccesses } from '../../store/usage-hour-question.ts'
import { sumUsageHours, type UsageSum } from '../../store/usage-hours.ts'

/** The sum over all accounts is not computed for each visitor. */
const keptMs = 5 * 60_000
/** Fewer calls are not significant, and could reveal a single account. */
export const callsMin = 20

export interface ModelSpeeds {
  /** All models with enough calls in the last `hours`. */
  read(hours: number): Promise<ModelSpeed[]>
  /** The sums of the same hours, of all models. */
  readSums(hours: number): Promise<SpeedSum[]>
}

/** Measured speed and availability of models, from the hourly sums of the usage log. */
export function createModelSpeeds({ reports, clock }: Services<'reports' | 'clock'>): ModelSpeeds {
  async function sum(hours: number): Promise<SpeedSum[]> {
    // Whole hours, of which the current one is the last.
    const untilAt = (Math.floor(clock.now() / hourMs) + 1) * hourMs
    const span = { fromAt: untilAt - hours * hourMs, untilAt }
    const amounts = ['calls', 'errors', 'charged_errors', 'completion_tokens', 'use_time_ms'] as const
    return sumUsageHours(reports, span, { columns: ['model_name'], amounts, step: null })
  }
  const readSums = keepAnswers(sum, { clock, keptMs })
  return {
    readSums,
    read: async (hours) => (await readSums(hours)).map(buildModelSpeed).filter((speed) => speed !== null),
  }
}

export type SpeedSum = Pick<
  UsageSum,
  'model_name' | 'calls' | 'errors' | 'charged_errors' | 'completion_tokens' | 'use_time_ms'
>

/** All calls of a model, each once. */
export const countAllCalls = (sum: Pick<SpeedSum, 'calls' | 'errors' | 'charged_errors'>): number =>
  countSuccesses(sum) + sum.errors

/** Percent of calls that ended well, to two decimals. Null for too few calls, which could reveal a single account. */
export function successRate({ successes, errors }: { successes: number; errors: number }): number | null {
  const all = successes + errors
  return all < callsMin ? null : Math.round((10_000 * successes) / all) / 100
}

/** Null where there were too few calls, or none of them succeeded in a measured time. */
export function buildModelSpeed(sum: SpeedSum): ModelSpeed | null {
  const { model_name, calls, completion_tokens: tokens, use_time_ms: ms } = sum
  const all = countAllCalls(sum)
  if (model_name === '' || all < callsMin) return null
  return {
    model_name,
    avg_latency_ms: calls === 0 ? 0 : Math.round(ms / calls),
    success_rate: rounded((100 * countSuccesses(sum)) / all),
    avg_tps: ms === 0 ? 0 : rounded((1_000 * tokens) / ms),
  }
}

const rounded = (value: number): number => Math.round(value * 10) / 10
