import type { UseQueryResult } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../lib/api-client.ts'
import { FaultText } from './fault-text.tsx'
import css from './load-state.module.css'

interface LoadStateProps<T> {
  query: UseQueryResult<T>
  rows: number
  /** `page`: not inside a card or a dialog, so without padding of its own. */
  place?: 'card' | 'page'
  children(data: T): ReactNode
}

/** The loaded content; before that a skeleton, or the error with a retry button. */
export function LoadState<T>({ query, rows, place = 'card', children }: LoadStateProps<T>) {
  const { t } = useTranslation()
  if (query.data !== undefined) return children(query.data)
  if (query.error === null)
    return (
      <div className={css.state} data-place={place} role="status" aria-label={t('loading')}>
        <Skeleton active title={false} paragraph={{ rows }} />
      </div>
    )
  // Not a failure: an administrator who views the console as a user does not see everything.
  if (query.error instanceof ApiError && query.error.code === 'view_is_read_only')
    return (
      <div className={css.state} data-place={place}>
        <Alert type="info" showIcon title={query.error.message} />
      </div>
    )
  return (
    <div className={css.state} data-place={place}>
      <Alert
        type="error"
        showIcon
        title={t('table.failedTitle')}
        description={<FaultText error={query.error} />}
        action={
          <Button size="small" loading={query.isFetching} onClick={() => query.refetch()}>
            {t('actions.retry')}
          </Button>
        }
      />
    </div>
  )
}
