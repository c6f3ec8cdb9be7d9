import { useTranslation } from 'react-i18next'
import { QuotaText } from './quota-text.tsx'
import css from './task-state.module.css'
import texts from './text.module.css'

interface TaskCostProps {
  quota: number
  isRefunded: boolean
  /** On one line, for cards. */
  inline?: boolean
}

/** The cost of a task; for a failed one, that it was refunded. */
export function TaskCost({ quota, isRefunded, inline = false }: TaskCostProps) {
  const { t } = useTranslation('tasks')
  return (
    <span className={`${texts.number} ${css.cost}`} data-refunded={isRefunded} data-inline={inline}>
      <QuotaText value={quota} style="call" />
      {isRefunded && (
        <span className={css.refunded} title={t('refundedHint')}>
          {t('refunded')}
        </span>
      )}
    </span>
  )
}
