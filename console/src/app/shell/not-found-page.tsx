import { useTranslation } from 'react-i18next'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { useNavigate } from '../../lib/page-router.tsx'
import css from './shell.module.css'

export function NotFoundPage() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  return (
    <main id="content" className={css.notice} tabIndex={-1}>
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.text')}</p>
      <PlainButton kind="primary" onClick={() => navigate({ to: '/' })}>
        {t('notFound.back')}
      </PlainButton>
    </main>
  )
}
