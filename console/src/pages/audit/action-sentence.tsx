import type { AuditLine } from '@sluice/contract/audit'
import { type OptionKey, optionOf } from '@sluice/contract/options/registry'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPrice, formatQuota } from '../../lib/format.ts'
import { formatFirst } from '../../lib/format-list.ts'
import { cardOf, textKeyOf, textsOf } from '../../lib/option-texts.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { useActionText } from './audit-parts.tsx'
import { type CodesChange, codesChangeOf } from './codes-change.ts'
import { type SettingChange, settingChangeOf } from './setting-change.ts'

/** What was done: for a setting its title and both values, in the language of the reader. */
export function ActionSentence({ line }: { line: AuditLine }) {
  const actionText = useActionText()
  const change = settingChangeOf(line)
  const codes = codesChangeOf(line)
  if (codes !== null) return <CodesSentence codes={codes} />
  if (change === null) return actionText(line.action)
  return <SettingSentence action={line.action} change={change} />
}

function CodesSentence({ codes: { kind, name, count, quota } }: { codes: CodesChange }) {
  const { t } = useTranslation('audit')
  const format = useQuotaFormat()
  const words = { name, count, number: formatNumber(count) }
  if (kind === 'create') return t('codes.create', { ...words, amount: formatQuota(quota, format) })
  return t(`codes.${kind}`, words)
}

function SettingSentence({ action, change }: { action: string; change: SettingChange }) {
  const { t, i18n } = useTranslation('audit')
  const actionText = useActionText()
  const { title, valueText } = useOptionTexts(change.key)
  const name = { name: title }
  if (action !== 'option.set') return t('setting.byAction', { action: actionText(action), ...name })
  switch (change.kind) {
    case 'secret':
    case 'other':
      return t(`setting.${change.kind}`, name)
    case 'switch':
      return t(change.isOn ? 'setting.on' : 'setting.off', name)
    case 'entries':
      return t('setting.entries', { entries: formatFirst(change.names, entriesMax, i18n.language), ...name })
    case 'value': {
      const values = { before: valueText(change.before), after: valueText(change.after), ...name }
      if (change.before === '') return t('setting.filled', values)
      return t(change.after === '' ? 'setting.emptied' : 'setting.changed', values)
    }
  }
}

/** Entries of a table that a sentence names. */
const entriesMax = 3

/**
 * The title of an option, and its values, as the settings show them. Until the texts of its area are loaded, and for an
 * option without a card, the title is its key.
 */
export function useOptionTexts(key: OptionKey) {
  const card = cardOf(key)
  const area = textsOf(card?.area ?? 'operation')
  // The keys come from data; a test of the settings checks that the texts exist.
  const { t, ready } = useTranslation(area as 'settings-operation', { useSuspense: false })
  const textOf = t as unknown as (key: string) => string
  const hasTexts = ready && card !== null
  const format = useQuotaFormat()
  const option = optionOf(key)
  return {
    title: hasTexts ? textOf(`field.${textKeyOf(key)}.label`) : key,
    valueText: (value: string): string => {
      if (option.isAmount && format.inCurrency) return formatPrice(Number(value), format)
      if (hasTexts && option.choices?.includes(value)) return textOf(`field.${textKeyOf(key)}.choice.${value}`)
      return option.kind === 'number' && /^\d{4,}$/.test(value) ? formatNumber(Number(value)) : value
    },
  }
}
