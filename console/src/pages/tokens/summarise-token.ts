import type { LimitName } from '@sluice/contract/limits'
import { countLimits, spendLimits } from '../../components/limits-input.tsx'
import type { TokenValues } from './token-values.ts'

/** What a folded section of the form says: keys of its texts, with the amounts that they name. */
export type SummaryPart =
  | { text: 'noLimit' | 'anyModel' | 'accountGroup' | 'anyAddress' | 'noRate' | 'ownRate' | 'one' }
  | { text: 'stopsAfter' | 'perDay' | 'perMonth'; quota: number }
  | { text: 'models' | 'allowedIps' | 'deniedIps' | 'several'; count: number }
  | { text: 'group'; group: string }
  | { text: 'rate'; name: LimitName; count: number }

const linesIn = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length

/** Values of a form that is being filled in: fields may be missing until they are drawn. */
type Values = Partial<TokenValues>

const periods = { spend_day: 'perDay', spend_month: 'perMonth' } as const

export function summariseSpend({
  unlimited_quota: isUnlimited,
  remain_quota: quota,
  limits = {},
}: Values): SummaryPart[] {
  const own = isUnlimited || quota === null || quota === undefined
  const spans = spendLimits.flatMap((name): SummaryPart[] => {
    const amount = limits[name]
    return amount === undefined || amount === 0 ? [] : [{ text: periods[name], quota: amount }]
  })
  if (own) return spans.length > 0 ? spans : [{ text: 'noLimit' }]
  return [{ text: 'stopsAfter', quota }, ...spans]
}

export function summariseModels({
  model_limits_enabled: isLimited,
  model_limits: names = [],
  group,
}: Values): SummaryPart[] {
  return [
    isLimited ? { text: 'models', count: names.length } : { text: 'anyModel' },
    group === undefined || group === '' ? { text: 'accountGroup' } : { text: 'group', group },
  ]
}

export function summariseAccess({ allow_ips: allowed = '', deny_ips: denied = '' }: Values): SummaryPart[] {
  const parts: SummaryPart[] = []
  if (linesIn(allowed) > 0) parts.push({ text: 'allowedIps', count: linesIn(allowed) })
  if (linesIn(denied) > 0) parts.push({ text: 'deniedIps', count: linesIn(denied) })
  return parts.length > 0 ? parts : [{ text: 'anyAddress' }]
}

export function summariseRates({ rate_limit_enabled: isOn, limits = {} }: Values): SummaryPart[] {
  const parts: SummaryPart[] = isOn ? [{ text: 'ownRate' }] : []
  for (const name of countLimits) {
    const count = limits[name]
    if (count !== undefined && count > 0) parts.push({ text: 'rate', name, count })
  }
  return parts.length > 0 ? parts : [{ text: 'noRate' }]
}

export const summariseCount = ({ count = 1 }: Values): SummaryPart[] => [
  count > 1 ? { text: 'several', count } : { text: 'one' },
]
