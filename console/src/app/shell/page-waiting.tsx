import { useTranslation } from 'react-i18next'
import css from './shell.module.css'

/** Replaces a page while its code or texts load; empty at first. */
export function PageWaiting() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')} className={css.waiting}>
      <span />
      <span />
      <span />
    </div>
  )
}
