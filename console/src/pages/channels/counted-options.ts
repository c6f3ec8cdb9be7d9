import type { ChannelCounts } from '@sluice/contract/channel-list'
import { type ChannelStatusFilter, channelStatusFilters } from '@sluice/contract/roles'

export interface CountedOption {
  value: string
  label: string
  /** null = not known yet. */
  count: number | null
}

/** The values of a filter, most frequent first. The selected value stays even if no channel has it. */
export function countedOptions(
  counts: Readonly<Record<string, number>> | undefined,
  chosen: string,
  labelOf: (value: string) => string = (value) => value,
): CountedOption[] {
  const entries = Object.entries(counts ?? {})
  const options = entries.map(([value, count]): CountedOption => ({ value, label: labelOf(value), count }))
  if (chosen !== '' && !entries.some(([value]) => value === chosen))
    options.push({ value: chosen, label: labelOf(chosen), count: counts === undefined ? null : 0 })
  return options.sort((one, other) => (other.count ?? 0) - (one.count ?? 0) || one.label.localeCompare(other.label))
}

interface StatusLabels {
  status(name: ChannelStatusFilter): string
  reason(code: string): string
}

const reasonPrefix = 'auto_disabled:'

/** The statuses, followed by each reason for which the gateway disabled channels. */
export function statusChoices(counts: ChannelCounts | undefined, labels: StatusLabels): CountedOption[] {
  const statuses = channelStatusFilters.map((name) => ({
    value: name,
    label: labels.status(name),
    count: counts?.statuses[name] ?? null,
  }))
  const reasons = countedOptions(counts?.reasons, '', labels.reason)
  return [...statuses, ...reasons.map((option) => ({ ...option, value: reasonPrefix + option.value }))]
}

/** The filters of a choice in `statusChoices`; '' = no filter. */
export const readStatusChoice = (choice: string): { status: string; reason: string } =>
  choice.startsWith(reasonPrefix)
    ? { status: '', reason: choice.slice(reasonPrefix.length) }
    : { status: choice, reason: '' }
