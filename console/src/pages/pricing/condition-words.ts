import { namedAxes, namesOf, type Weekday } from '@sluice/contract/price-axes'
import type { PriceCondition } from '@sluice/contract/price-rules'
import type { TFunction } from 'i18next'
import { formatNumber } from '../../lib/format.ts'

/** The condition of a price in words. */
export function conditionWords(when: PriceCondition, t: TFunction<'pricing'>): string {
  const { input_over, days, between, from, until, timezone } = when
  const parts: string[] = []
  for (const axis of namedAxes) {
    const names = when[axis]
    if (names !== undefined) parts.push(t(`when.served.${axis}`, { names: namesOf(names).join(t('when.list')) }))
  }
  if (input_over !== undefined) parts.push(t('when.inputOver', { tokens: formatNumber(input_over) }))
  if (from !== undefined && until !== undefined) parts.push(t('when.fromUntil', { from, until }))
  else if (from !== undefined) parts.push(t('when.from', { from }))
  else if (until !== undefined) parts.push(t('when.until', { until }))
  const dayText = days === undefined ? t('when.daily') : dayWords(days, t)
  if (between !== undefined) parts.push(t('when.between', { days: dayText, start: between[0], end: between[1] }))
  else if (days !== undefined) parts.push(dayText)
  const isTimed = from !== undefined || until !== undefined || days !== undefined || between !== undefined
  const zone = isTimed ? t('when.zone', { zone: timezone ?? 'UTC' }) : ''
  return parts.join(t('when.and')) + zone
}

const week: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

function dayWords(days: readonly Weekday[], t: TFunction<'pricing'>): string {
  const named = week.filter((day) => days.includes(day))
  const key = named.join()
  if (key === week.join()) return t('when.daily')
  if (key === week.slice(0, 5).join()) return t('when.weekdays')
  if (key === week.slice(5).join()) return t('when.weekends')
  return named.map((day) => t(`when.day.${day}`)).join(t('when.list'))
}
