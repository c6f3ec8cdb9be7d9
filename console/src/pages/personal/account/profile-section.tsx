import type { User } from '@sluice/contract/user'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../../components/confirm-action.tsx'
import { api } from '../../../lib/api.ts'
import css from '../personal.module.css'
import { Row, Section } from '../section.tsx'
import { useAction } from '../use-action.ts'
import { EmailDialog } from './email-dialog.tsx'
import { ProfileDialog } from './profile-dialog.tsx'

/** The names and the address of this account. */
export function ProfileSection({ user }: { user: User }) {
  const { t } = useTranslation('personal')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section id="profile" action={<Button onClick={() => setIsOpen(true)}>{t('profile.edit')}</Button>}>
      <div className={css.rows}>
        <Row label={t('profile.username')} value={user.username} />
        <Row
          label={t('profile.displayName')}
          value={user.display_name || <span className={css.faint}>{t('profile.noDisplayName')}</span>}
        />
        <EmailRow user={user} />
      </div>
      {isOpen && <ProfileDialog user={user} onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

function EmailRow({ user }: { user: User }) {
  const { t } = useTranslation('personal')
  const confirm = useConfirmAction()
  const [isOpen, setIsOpen] = useState(false)
  const unbind = useAction(() => api.delete('/api/oauth/email/bind'), { done: t('email.unbound') })
  const { email } = user
  const askToUnbind = () =>
    confirm({
      title: t('email.unbindTitle', { email }),
      consequence: t('email.unbindText'),
      confirm: t('email.unbind'),
      run: () => unbind.mutateAsync(),
    })
  const bindText = email === '' ? t('email.bind') : t('email.change')
  return (
    <Row
      label={t('email.label')}
      value={email || <span className={css.faint}>{t('email.none')}</span>}
      actions={
        <>
          {email !== '' && (
            <Button aria-label={`${t('email.unbind')} ${t('email.label')}`} onClick={askToUnbind}>
              {t('email.unbind')}
            </Button>
          )}
          <Button aria-label={`${bindText} ${t('email.label')}`} onClick={() => setIsOpen(true)}>
            {bindText}
          </Button>
          {isOpen && <EmailDialog current={email} onClose={() => setIsOpen(false)} />}
        </>
      }
    />
  )
}
