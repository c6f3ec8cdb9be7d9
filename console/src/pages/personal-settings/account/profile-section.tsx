import type { User } from '@sluice/contract/user'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import texts from '../../../components/text.module.css'
import { useStatus } from '../../../lib/queries.ts'
import css from '../personal-settings.module.css'
import { Section, SettingRow } from '../section.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { ProfileDialog } from './profile-dialog.tsx'
import { UnbindEmailDialog } from './unbind-email-dialog.tsx'

/** The names and the address of this account. */
export function ProfileSection({ user }: { user: User }) {
  const { t } = useTranslation('personal-settings')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section id="profile" action={<Button onClick={() => setIsOpen(true)}>{t('profile.edit')}</Button>}>
      <div className={css.rows}>
        <SettingRow label={t('profile.username')} value={user.username} />
        <SettingRow
          label={t('profile.displayName')}
          value={user.display_name || <span className={texts.help}>{t('profile.noDisplayName')}</span>}
        />
        <EmailRow user={user} />
      </div>
      {isOpen && <ProfileDialog user={user} onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

function EmailRow({ user }: { user: User }) {
  const { t } = useTranslation('personal-settings')
  const [open, setOpen] = useState<'bind' | 'unbind' | null>(null)
  const canSend = useStatus()?.mail_enabled !== false
  const close = () => setOpen(null)
  const { email } = user
  const bindText = email === '' ? t('email.bind') : t('email.change')
  return (
    <SettingRow
      label={t('email.label')}
      value={
        <>
          {email || <span className={texts.help}>{t('email.none')}</span>}
          {!canSend && <div className={texts.help}>{t('email.noMail')}</div>}
        </>
      }
      actions={
        <>
          {email !== '' && (
            <Button aria-label={`${t('email.unbind')} ${t('email.label')}`} onClick={() => setOpen('unbind')}>
              {t('email.unbind')}
            </Button>
          )}
          <Button disabled={!canSend} aria-label={`${bindText} ${t('email.label')}`} onClick={() => setOpen('bind')}>
            {bindText}
          </Button>
          {open === 'bind' && <EmailDialog user={user} onClose={close} />}
          {open === 'unbind' && <UnbindEmailDialog user={user} onClose={close} />}
        </>
      }
    />
  )
}
