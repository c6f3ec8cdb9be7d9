import { isRecord, parseJson, parseRecord } from '@sluice/contract/read-json'
import { keysOf } from '@sluice/contract/typed-keys'
import type { ChannelFormValues } from './channel-form.ts'
import { readEntries } from './json-entries.ts'

const operationsField = 'operations'

/** The number of entries in an object's text, counting each operation; 1 for any other text. */
function countEntries(text: string): number {
  const entries = readEntries(text)
  if (entries === null) return 1
  const counts = entries.map(([name, value]) => {
    const list = name === operationsField ? parseJson(value) : null
    return Array.isArray(list) ? list.length : 1
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

/**
 * The number of effective settings. A switch that is off and an empty field have no effect. Limits are counted
 * separately.
 */
function countSettings(text: string): number {
  const setting = parseRecord(text)
  if (setting === null) return countEntries(text)
  const { limits: _, ...others } = setting
  return Object.values(others).filter((value) => value !== false && value !== '' && value !== null).length
}

function countLimits(text: string): number {
  const limits = parseRecord(text)?.limits
  return isRecord(limits) ? Object.keys(limits).length : 0
}

/** The folded sections and the fields that their summaries name. */
const foldedSections = {
  requests: ['status_code_mapping', 'param_override', 'header_override'],
  limits: ['max_input_tokens', 'limits', 'expired_time', 'cost_prices'],
  handling: ['setting'],
} as const
export type FoldedSectionName = keyof typeof foldedSections
type SummaryField = (typeof foldedSections)[FoldedSectionName][number]

export const sectionNames: readonly FoldedSectionName[] = keysOf(foldedSections)

/** The section of a field in the server's answer, such as `setting.limits.rpm`; null = not in a folded section. */
export function sectionOf(field: string): FoldedSectionName | null {
  const [head = '', part] = field.split('.')
  const shown: string = head === 'setting' && part === 'limits' ? part : head
  return sectionNames.find((name) => foldedSections[name].some((one) => one === shown)) ?? null
}

/** The values that summaries use. */
export type SummarisedValues = Partial<
  Pick<
    ChannelFormValues,
    | 'status_code_mapping'
    | 'param_override'
    | 'header_override'
    | 'cost_prices'
    | 'setting'
    | 'max_input_tokens'
    | 'expired_time'
  >
>

/** The fields that are set in a section, with the number of their entries or their value. */
export function summariseSection(
  section: FoldedSectionName,
  values: SummarisedValues,
): { field: SummaryField; count: number }[] {
  const setting = values.setting ?? ''
  const counts: Record<SummaryField, number> = {
    status_code_mapping: countEntries(values.status_code_mapping ?? ''),
    param_override: countEntries(values.param_override ?? ''),
    header_override: countEntries(values.header_override ?? ''),
    cost_prices: countEntries(values.cost_prices ?? ''),
    setting: countSettings(setting),
    limits: countLimits(setting),
    max_input_tokens: values.max_input_tokens ?? 0,
    expired_time: values.expired_time ?? -1,
  }
  return foldedSections[section].map((field) => ({ field, count: counts[field] })).filter(({ count }) => count > 0)
}
