import { useTranslation } from 'react-i18next'
import { QuotaText } from './quota-text.tsx'
import css from './task-state.module.css'

interface TaskCostProps {
  quota: number
  isRefunded: boolean
  /** On one line: on a card there is room beside the amount. */
  inline?: boolean
}

/** What a task cost; of one that failed, that it was given back. */
export function TaskCost({ quota, isRefunded, inline = false }: TaskCostProps) {
  const { t } = useTranslation('tasks')
  return (
    <span className={css.cost} data-refunded={isRefunded} data-inline={inline}>
      <QuotaText value={quota} />
      {isRefunded && (
        <span className={css.refunded} title={t('refundedHint')}>
          {t('refunded')}
        </span>
      )}
    </span>
  )
}
