import { type AdminRight, areaOf } from '@sluice/contract/admin-rights'
import { useTranslation } from 'react-i18next'
import css from './shell.module.css'

/** Names the right that a page needs, and who gives it. */
export function MissingRight({ right }: { right: AdminRight }) {
  const { t } = useTranslation(['shell', 'users'])
  const area = t(`users:rights.area.${areaOf(right)}`)
  // The keys of the texts are the rights themselves.
  const action = t(`users:rights.action.${right}`)
  return (
    <div className={css.notice}>
      <h1>{t('missingRight.title')}</h1>
      <p>{t('missingRight.text', { area, action })}</p>
    </div>
  )
}
