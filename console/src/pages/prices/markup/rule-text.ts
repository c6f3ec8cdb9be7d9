import type { MarkupRule } from '@sluice/contract/price-sheet'
import { useTranslation } from 'react-i18next'
import { formatDollars } from '../../../lib/format.ts'
import { amountText } from '../../../lib/price-conversion.ts'
import { percentOf } from './rules.ts'

/** A rule in words: `cost + 30%, rounded to cents`. */
export function useRuleText(channels: readonly { value: number; label: string }[] = []): (rule: MarkupRule) => string {
  const { t } = useTranslation('prices')
  return ({ factor, add = 0, round = 'none', channel, except = [] }) => {
    const percent = percentOf(factor)
    const of = channels.find(({ value }) => value === channel)?.label ?? `#${channel}`
    const cost = channel === undefined ? t('markup.cost') : t('markup.costOf', { channel: of })
    const sign = percent < 0 ? '−' : '+'
    const parts = [
      percent === 0 ? cost : `${cost} ${sign} ${amountText(Math.abs(percent))}%`,
      ...(add > 0 ? [t('markup.plus', { amount: formatDollars(add) })] : []),
      ...(round === 'none' ? [] : [t(`markup.rounded.${round}`)]),
      ...(except.length > 0 ? [t('markup.except', { count: except.length })] : []),
    ]
    return parts.join(t('effect.comma'))
  }
}
