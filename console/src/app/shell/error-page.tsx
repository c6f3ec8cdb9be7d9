import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { ApiError } from '../../lib/api-client.ts'
import { useRetry } from '../../lib/page-router.tsx'
import { isChunkError, renewPage } from '../new-build.ts'
import css from './shell.module.css'

interface ErrorProps {
  error: unknown
}

/** Replaces the whole console if the server's status could not be loaded. */
export const ErrorPage = (props: ErrorProps) => (
  <main id="content" className={css.notice} tabIndex={-1}>
    <ErrorNotice {...props} />
  </main>
)

/** Replaces a page that threw, inside its frame. */
export const PageError = (props: ErrorProps) => (
  <div className={css.notice}>
    <ErrorNotice {...props} />
  </div>
)

function ErrorNotice(props: ErrorProps) {
  return isChunkError(props.error) ? <MissingChunk {...props} /> : <Failure {...props} />
}

/** Shows nothing while it checks for a newer build, which is then loaded. */
function MissingChunk(props: ErrorProps) {
  const [isAsking, setIsAsking] = useState(true)
  useEffect(() => {
    let isShown = true
    void renewPage().then((isRenewed) => {
      if (isShown && !isRenewed) setIsAsking(false)
    })
    return () => {
      isShown = false
    }
  }, [])
  return isAsking ? null : <Failure {...props} />
}

function Failure({ error }: ErrorProps) {
  const { t } = useTranslation(['shell', 'common'])
  const retry = useRetry()
  const isMissing = isChunkError(error)
  const isApi = error instanceof ApiError
  const isUnreached = isApi && error.status === 0
  const requestId = isApi ? error.requestId : undefined
  const kind = isUnreached || isMissing ? 'unreachable' : isApi ? 'unavailable' : 'failed'
  // Its message repeats what the page shows.
  const isRepeated = kind === 'unreachable' || (isApi && error.status === 500)
  return (
    <>
      <div role="alert" className={css.noticeText}>
        <h1>{t(`${kind}.title`)}</h1>
        <p>{isMissing ? t('unreachable.page') : t(`${kind}.text`)}</p>
        {!isRepeated && <p className={css.noticeDetail}>{error instanceof Error ? error.message : String(error)}</p>}
        {requestId !== undefined && (
          <p className={css.noticeDetail}>
            {t('common:requestId')}: <code>{requestId}</code>
          </p>
        )}
      </div>
      {isApi ? (
        <PlainButton kind="primary" onClick={retry}>
          {t('common:actions.retry')}
        </PlainButton>
      ) : (
        <PlainButton kind="primary" onClick={() => location.reload()}>
          {t('failed.reload')}
        </PlainButton>
      )}
    </>
  )
}
