import { smtpCard } from '@sluice/contract/options/mail'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastWarning } from '../../../lib/toasts.ts'
import { changesOf } from '../option-draft.ts'
import { SettingsCard } from '../settings-card.tsx'
import { useDraft, useSettings } from '../settings-context.ts'

const TestMailDialog = lazy(async () => ({
  default: (await import('./send-test-mail-dialog.tsx')).TestMailDialog,
}))

const card = smtpCard

/** The mail server. A test mail uses the saved settings, so changes must be saved first. */
export function SmtpCard() {
  const { t } = useTranslation('settings-system')
  const { snapshot, isRoot } = useSettings()
  const isChanged = changesOf(card, snapshot, useDraft()).length > 0
  const [isOpen, setIsOpen] = useState(false)
  const open = () => {
    if (isChanged) toastWarning(t('testMail.saveFirst'))
    else setIsOpen(true)
  }
  return (
    <>
      <SettingsCard card={card} footerExtra={isRoot && <Button onClick={open}>{t('testMail.open')}</Button>} />
      <Suspense>{isOpen && <TestMailDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
