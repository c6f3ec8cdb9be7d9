import type { PriceRule } from '@sluice/contract/price-rules'
import { defaultQuotaPerUnit } from '@sluice/contract/quota'
import { useTranslation } from 'react-i18next'
import { formatDollars } from '../../lib/format.ts'
import { dollarsOfRatio } from '../../lib/price-conversion.ts'
import { useStatus } from '../../lib/queries.ts'
import type { RuleField } from './rule-draft.ts'
import { type RuleWord, ruleWordsOf } from './rule-words.ts'

/** A rule in words. */
export function RuleSentence({ rule }: { rule: PriceRule }) {
  const { t } = useTranslation('settings-prices')
  const quotaPerUnit = useStatus()?.quota_per_unit ?? defaultQuotaPerUnit
  const words = ruleWordsOf(rule)
  const wordOf = (word: RuleWord): string => {
    switch (word.key) {
      case 'inputOver':
        return t('rules.word.inputOver', word.values)
      case 'between':
      case 'overnight':
        return t(`rules.word.${word.key}`, word.values)
      case 'days':
        return t('rules.word.days', {
          days: word.days.map((day) => t(`rules.day.${day}`)).join(t('rules.or')),
        })
      case 'from':
      case 'until':
        return t(`rules.word.${word.key}`, word.values)
      case 'timezone':
        return t('rules.word.timezone', word.values)
      default:
        return t(`rules.word.${word.key}`, { names: word.names.join(t('rules.or')) })
    }
  }
  const changeOf = ({ field, value }: { field: RuleField; value: string }): string => {
    switch (field) {
      case 'factor':
        return t('rules.change.factor', { value })
      case 'price':
      case 'second_price':
      case 'character_price':
        return t(`rules.change.${field}`, { value: formatDollars(Number(value)) })
      case 'ratio':
        return t('rules.change.ratio', { value, price: formatDollars(dollarsOfRatio(Number(value), quotaPerUnit)) })
      default:
        return t('rules.change.other', { name: t(`rules.noun.${field}`), value })
    }
  }
  return (
    <span>
      {t(words.stacks ? 'rules.stacking' : 'rules.sentence', {
        when: words.when.map(wordOf).join(t('rules.and')),
        set: words.set.map(changeOf).join(t('rules.comma')),
      })}
    </span>
  )
}
