import type { OptionKey } from '@sluice/contract/options/registry'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import texts from '../../components/text.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { formatQuota } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { defaultTextOf, isChanged } from './option-draft.ts'
import { originsQuery } from './queries.ts'
import { useCard, useSettings } from './settings-context.ts'
import { useOption } from './use-option.ts'
import { useCardTexts } from './use-texts.ts'

/** Longer values are not named in a button. */
const namedMax = 40

/** Where the value of an option comes from: who changed it last and when, and what it can be put back to. */
export function OptionOrigin({ name }: { name: OptionKey }) {
  const { t } = useTranslation('settings')
  const { snapshot } = useSettings()
  const { labelOf } = useCardTexts(useCard())
  const option = useOption(name)
  const format = useQuotaFormat()
  const { data } = useQuery({ ...originsQuery, throwOnError: false })
  const change = data?.changes.find(({ key }) => key === name)
  const usual = defaultTextOf(option.field)
  const differs = usual !== null && isChanged(option.field, usual, option.text)
  const before = change?.before ?? null
  const canPutBack = before !== null && before !== usual && isChanged(option.field, snapshot.values[name], before)
  if (change === undefined && !differs) return null
  const nameOf = (value: string) => {
    if (value === '') return t('empty')
    if (option.field.isAmount) return formatQuota(Number(value), format)
    return value.length > namedMax ? t('longValue') : value
  }
  const canEdit = !option.isReadOnly && !option.field.isInstant
  return (
    <p className={texts.hint}>
      {change && (
        <>
          {t('changedBy', { name: change.by })} <TimeText seconds={change.at} />{' '}
        </>
      )}
      {differs && canEdit && usual !== null && (
        <Button
          size="small"
          type="link"
          aria-label={t('restoreOf', { what: labelOf(name), value: nameOf(usual) })}
          onClick={() => option.setText(usual)}
        >
          {t('restore', { value: nameOf(usual) })}
        </Button>
      )}
      {canPutBack && canEdit && (
        <Button
          size="small"
          type="link"
          aria-label={t('putBackOf', { what: labelOf(name), value: nameOf(before) })}
          onClick={() => option.setText(before)}
        >
          {t('putBack', { value: nameOf(before) })}
        </Button>
      )}
    </p>
  )
}
