import { useTranslation } from 'react-i18next'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { leaveView } from '../../lib/account-view.ts'
import { ApiError } from '../../lib/api-client.ts'
import css from './shell.module.css'

/** In place of the console, when the view of an account is over or could not be loaded. */
export function ViewEnd({ failure }: { failure: Error }) {
  const { t } = useTranslation(['shell', 'common'])
  const isOver = failure instanceof ApiError && failure.code === 'view_ended'
  return (
    <main id="content" className={css.notice} tabIndex={-1}>
      <div role="alert" className={css.noticeText}>
        <h1>{t(isOver ? 'view.ended' : 'unavailable.title')}</h1>
        <p>{isOver ? t('view.endedText') : failure.message}</p>
      </div>
      {!isOver && (
        <PlainButton kind="primary" onClick={() => location.reload()}>
          {t('common:actions.retry')}
        </PlainButton>
      )}
      <PlainButton kind={isOver ? 'primary' : 'default'} onClick={() => leaveView('/user')}>
        {t('view.own')}
      </PlainButton>
    </main>
  )
}
