import { announcementsCard } from '@sluice/contract/options/dashboard-lists'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { controlIdOf } from '../option-field.ts'
import { OptionRow } from '../option-row.tsx'
import { SettingsCard } from '../settings-card.tsx'
import css from './other.module.css'

const list = 'console_setting.announcements'

/** The switch of the announcements. They have a page of their own, which saves one by one. */
export function AnnouncementsCard() {
  const { t } = useTranslation('settings-other')
  return (
    <SettingsCard card={announcementsCard}>
      <OptionRow name="console_setting.announcements_enabled" />
      <div className={css.list} data-option={list} tabIndex={-1}>
        <Link id={controlIdOf(list)} to="/announce">
          {t('announcementsPage')}
        </Link>
      </div>
    </SettingsCard>
  )
}
