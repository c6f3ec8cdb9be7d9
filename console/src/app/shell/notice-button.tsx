import BellOutlined from '@ant-design/icons-svg/es/asn/BellOutlined'
import { isShownIn } from '@sluice/contract/announcement-times'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { PlainIcon } from '../../components/plain/plain-icon.tsx'
import { fingerprintOf } from '../../lib/fingerprint.ts'
import { siteTextQuery, useStatus } from '../../lib/queries.ts'
import { readText, writeText } from '../../lib/storage.ts'
import css from './shell.module.css'

const NoticeDialog = lazy(async () => ({ default: (await import('./notice-dialog.tsx')).NoticeDialog }))

/** The operator's notice, marked until it was read. Empty without a notice. */
export function NoticeButton() {
  const { t } = useTranslation('shell')
  const { data: notice = '' } = useQuery({ ...siteTextQuery('notice'), throwOnError: false })
  const [isOpen, setIsOpen] = useState(false)
  const [readOne, setReadOne] = useState(() => readText('notice-read'))
  const [now] = useState(Date.now)
  const announcements = (useStatus()?.announcements ?? []).filter((one) => isShownIn('bell', one, now))
  if (notice.trim() === '' && announcements.length === 0) return null
  const fingerprint = fingerprintOf(announcements.length === 0 ? notice : JSON.stringify([notice, announcements]))
  const label = t('notice')
  return (
    <>
      <PlainButton
        kind="text"
        className={css.notices}
        data-unread={readOne !== fingerprint}
        aria-label={label}
        title={label}
        icon={<PlainIcon of={BellOutlined} />}
        onClick={() => {
          setIsOpen(true)
          setReadOne(fingerprint)
          writeText('notice-read', fingerprint)
        }}
      />
      <Suspense>
        {isOpen && <NoticeDialog notice={notice} announcements={announcements} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
