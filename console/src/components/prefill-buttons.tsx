import type { PrefillType } from '@sluice/contract/catalogue'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { namesOfItems } from '../lib/catalogue-items.ts'
import { prefillGroupsOf } from '../lib/catalogue-queries.ts'

interface PrefillButtonsProps {
  type: PrefillType
  /** The current value of the field. */
  value: readonly string[]
  onFill(value: string[]): void
}

/** A button for each prefill group of this type, which adds its names to the field. */
export function PrefillButtons({ type, value, onFill }: PrefillButtonsProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(prefillGroupsOf(type))
  if (data === undefined) {
    if (error === null) return null
    return (
      <Button size="small" type="link" title={error.message} loading={isFetching} onClick={() => refetch()}>
        {t('prefill.retry')}
      </Button>
    )
  }
  return data.map(({ id, name, description, items }) => (
    <Button
      key={id}
      size="small"
      aria-label={t('prefill.fill', { name })}
      title={description === '' ? t('prefill.fill', { name }) : description}
      onClick={() => onFill([...new Set([...value, ...namesOfItems(items)])])}
    >
      {name}
    </Button>
  ))
}
