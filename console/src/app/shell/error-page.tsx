import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-client.ts'
import css from './shell.module.css'

/** A page that threw, or a server that could not be asked for its status. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation(['shell', 'common'])
  const router = useRouter()
  const isApi = error instanceof ApiError
  const requestId = isApi ? error.requestId : undefined
  return (
    <main id="content" className={css.notice} tabIndex={-1} role="alert">
      <h1>{isApi ? t('unreachable.title') : t('failed.title')}</h1>
      <p>{isApi ? t('unreachable.text') : t('failed.text')}</p>
      <p className={css.noticeDetail}>{error instanceof Error ? error.message : String(error)}</p>
      {requestId !== undefined && (
        <p className={css.noticeDetail}>
          {t('common:requestId')}: <code>{requestId}</code>
        </p>
      )}
      {isApi ? (
        <Button type="primary" onClick={() => router.invalidate()}>
          {t('common:actions.retry')}
        </Button>
      ) : (
        <Button type="primary" onClick={() => location.reload()}>
          {t('failed.reload')}
        </Button>
      )}
    </main>
  )
}
