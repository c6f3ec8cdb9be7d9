import {
  type ChannelErrors,
  type ChannelMargin,
  channelMarginDays,
  countedErrorsMax,
  errorStepSeconds,
  errorSteps,
} from '@sluice/contract/channel-figures'
import { dayMs } from '@sluice/contract/durations'
import { toSeconds } from '../../core/to-seconds.ts'
import type { Services } from '../../services.ts'
import { countChannelErrors } from '../../store/channel-errors.ts'
import { sumUsageHours } from '../../store/usage-hours.ts'
import { buildMarginSums, marginAmounts } from '../margin-sums.ts'

const stepMs = errorStepSeconds * 1000

/** Figures of the list of channels that are summed from calls. */
export function createChannelFigures({ reports, logStore, clock }: Services<'reports' | 'logStore' | 'clock'>) {
  return {
    /** The failed calls of the last hour, of all channels with any. */
    async errors(): Promise<ChannelErrors> {
      const untilAt = clock.now() + 1
      const span = { fromAt: untilAt - errorSteps * stepMs, untilAt }
      const found = await countChannelErrors(reports, { span, stepMs, rowsMax: countedErrorsMax }, logStore)
      const byChannel = Map.groupBy(found.steps, ({ channelId }) => channelId)
      return {
        counted_from: toSeconds(found.countedFrom),
        channels: [...byChannel].map(([channel_id, some]) => {
          const steps = Array.from({ length: errorSteps }, () => 0)
          for (const { at, count } of some) {
            const index = Math.floor((at - span.fromAt) / stepMs)
            steps[index] = (steps[index] ?? 0) + count
          }
          return { channel_id, errors: some.reduce((sum, { count }) => sum + count, 0), steps }
        }),
      }
    },

    /** Of the last days to the present hour. Only channels with calls. */
    async margins(ids: readonly number[], signal: AbortSignal): Promise<ChannelMargin[]> {
      const untilAt = clock.now() + 1
      const fromAt = Math.floor((untilAt - channelMarginDays * dayMs) / dayMs) * dayMs
      const grouping = { columns: ['channel_id'] as const, step: null, amounts: marginAmounts }
      const sums = await sumUsageHours(
        reports,
        { fromAt, untilAt, among: { channel_id: [...new Set(ids)] } },
        grouping,
        signal,
      )
      return sums
        .filter(({ calls }) => calls > 0)
        .map((sum) => {
          const { cost, margin, margin_percent } = buildMarginSums(sum)
          return { channel_id: sum.channel_id, cost, margin, margin_percent }
        })
    },
  }
}
