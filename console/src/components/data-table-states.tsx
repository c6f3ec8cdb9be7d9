import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../lib/api-client.ts'
import css from './data-table.module.css'
import { PlainButton } from './plain/plain-button.tsx'

const skeletonRows = ['1', '2', '3', '4', '5', '6', '7', '8']

function TableSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')}>
      {skeletonRows.map((row) => (
        <div key={row} className={css.skeletonRow}>
          <span className={css.skeletonBar} />
        </div>
      ))}
    </div>
  )
}

export interface EmptyState {
  title: string
  hint?: ReactNode
  action?: ReactNode
  /** Above the title, for example a small flow line whose gate is closed. */
  picture?: ReactNode
}

export function TableEmpty(props: EmptyState) {
  return (
    <div className={css.state}>
      {props.picture}
      <h2>{props.title}</h2>
      {props.hint && <p>{props.hint}</p>}
      {props.action}
    </div>
  )
}

interface ListFrameProps {
  query: { data: object | undefined; error: Error | null; refetch(): unknown }
  /** The number of rows that match. */
  count: number
  empty: EmptyState
  failedTitle?: string | undefined
  /** The rows. */
  children(): ReactNode
}

/** A list in its states: loading, failed, empty, or its rows. */
export function ListFrame({ query, count, empty, failedTitle, children }: ListFrameProps) {
  if (query.data === undefined) {
    if (query.error === null) return <TableSkeleton />
    return <TableFailure query={query} error={query.error} title={failedTitle} />
  }
  return count === 0 ? <TableEmpty {...empty} /> : children()
}

interface TableFailureProps {
  query: { refetch(): unknown }
  error: Error
  /** The failure; without it a general message is shown. */
  title?: string | undefined
}

export function TableFailure({ query, error, title }: TableFailureProps) {
  const { t } = useTranslation()
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div className={css.state} role="alert">
      <h2>{title ?? t('table.failedTitle')}</h2>
      <p>{error.message}</p>
      {requestId !== undefined && (
        <p>
          {t('requestId')}
          {t('colon')}
          <code>{requestId}</code>
        </p>
      )}
      <PlainButton onClick={() => query.refetch()}>{t('actions.retry')}</PlainButton>
    </div>
  )
}
