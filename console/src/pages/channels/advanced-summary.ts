import { parseJson, parseRecord } from '@sluice/contract/read-json'
import type { ChannelFormValues } from './channel-form.ts'
import { readEntries } from './json-entries.ts'

const operationsField = 'operations'

/** The number of entries in the text of an object, operations counted one by one; 1 for any other text. */
function countEntries(text: string): number {
  const entries = readEntries(text)
  if (entries === null) return 1
  const counts = entries.map(([name, value]) => {
    const list = name === operationsField ? parseJson(value) : null
    return Array.isArray(list) ? list.length : 1
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Settings that have an effect: a switch that is off and an empty field have none. */
const countSettings = (text: string): number => {
  const setting = parseRecord(text)
  if (setting === null) return countEntries(text)
  return Object.values(setting).filter((value) => value !== false && value !== '' && value !== null).length
}

export const summaryFields = [
  'status_code_mapping',
  'param_override',
  'header_override',
  'cost_prices',
  'setting',
  'max_input_tokens',
  'expired_time',
] as const
type SummaryField = (typeof summaryFields)[number]

/** What is set in the advanced section: fields with the count of their entries, or with their value. */
export function summariseAdvanced(
  values: Partial<Pick<ChannelFormValues, SummaryField>>,
): { field: SummaryField; count: number }[] {
  const counts: Record<SummaryField, number> = {
    status_code_mapping: countEntries(values.status_code_mapping ?? ''),
    param_override: countEntries(values.param_override ?? ''),
    header_override: countEntries(values.header_override ?? ''),
    cost_prices: countEntries(values.cost_prices ?? ''),
    setting: countSettings(values.setting ?? ''),
    max_input_tokens: values.max_input_tokens ?? 0,
    expired_time: values.expired_time ?? -1,
  }
  return summaryFields.map((field) => ({ field, count: counts[field] })).filter(({ count }) => count > 0)
}
