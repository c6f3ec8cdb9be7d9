import { useTranslation } from 'react-i18next'
import { QuotaText } from './quota-text.tsx'
import css from './task-state.module.css'

/** What a task cost; of one that failed, that it was given back. */
export function TaskCost({ quota, isRefunded }: { quota: number; isRefunded: boolean }) {
  const { t } = useTranslation('tasks')
  return (
    <span className={css.cost} data-refunded={isRefunded}>
      <QuotaText value={quota} />
      {isRefunded && (
        <span className={css.refunded} title={t('refundedHint')}>
          {t('refunded')}
        </span>
      )}
    </span>
  )
}
