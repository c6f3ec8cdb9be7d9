import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-client.ts'
import css from './shell.module.css'

/** Instead of everything: the server could not be asked for its status. */
export const ErrorPage = (props: ErrorComponentProps) => (
  <main id="content" className={css.notice} tabIndex={-1}>
    <ErrorNotice {...props} />
  </main>
)

/** Instead of a page that threw, inside its frame. */
export const PageError = (props: ErrorComponentProps) => (
  <div className={css.notice}>
    <ErrorNotice {...props} />
  </div>
)

function ErrorNotice({ error }: ErrorComponentProps) {
  const { t } = useTranslation(['shell', 'common'])
  const router = useRouter()
  const isApi = error instanceof ApiError
  // Its sentence says nothing that the page does not say itself.
  const isUnreached = isApi && error.status === 0
  const requestId = isApi ? error.requestId : undefined
  return (
    <>
      <div role="alert" className={css.noticeText}>
        <h1>{isApi ? t('unreachable.title') : t('failed.title')}</h1>
        <p>{isApi ? t('unreachable.text') : t('failed.text')}</p>
        {!isUnreached && (
          <p className={css.noticeDetail}>{error instanceof Error ? error.message : String(error)}</p>
        )}
        {requestId !== undefined && (
          <p className={css.noticeDetail}>
            {t('common:requestId')}: <code>{requestId}</code>
          </p>
        )}
      </div>
      {isApi ? (
        <Button type="primary" onClick={() => router.invalidate()}>
          {t('common:actions.retry')}
        </Button>
      ) : (
        <Button type="primary" onClick={() => location.reload()}>
          {t('failed.reload')}
        </Button>
      )}
    </>
  )
}
