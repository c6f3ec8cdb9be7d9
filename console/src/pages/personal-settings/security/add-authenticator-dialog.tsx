import type { AuthenticatorSecret, RecoveryCodes } from '@sluice/contract/second-factor'
import type { User } from '@sluice/contract/user'
import { QRCode } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeField } from '../../../components/code-field.tsx'
import { CopyText } from '../../../components/copy-text.tsx'
import { DialogNote, FormDialog } from '../../../components/form-dialog.tsx'
import { OwnerProof } from '../../../components/owner-proof.tsx'
import texts from '../../../components/text.module.css'
import { api } from '../../../lib/api.ts'
import css from '../personal-settings.module.css'

interface AddProps {
  user: User
  onAdded(codes: RecoveryCodes): Promise<void>
  onClose(): void
}
const begin = (password?: string) => api('POST /api/user/2fa/authenticator', { body: { password } })

/** Steps: the proof of the owner, the QR code, the first code of the app. */
export function AddAuthenticatorDialog({ user, onAdded, onClose }: AddProps) {
  const { t } = useTranslation('personal-settings')
  const [secret, setSecret] = useState<AuthenticatorSecret | null>(null)
  if (secret !== null) return <ScanDialog secret={secret} onAdded={onAdded} onClose={onClose} />
  return (
    <FormDialog<{ password?: string }>
      key="password"
      name="authenticator-password"
      isProofOnly
      title={t('authenticator.addTitle')}
      submitText={t('authenticator.next')}
      onSubmit={async ({ password }) => setSecret(await begin(password))}
      onClose={onClose}
    >
      <DialogNote>{user.has_password ? t('authenticator.passwordText') : t('authenticator.text')}</DialogNote>
      <OwnerProof autoFocus user={user} />
    </FormDialog>
  )
}

function ScanDialog({ secret, onAdded, onClose }: Omit<AddProps, 'user'> & { secret: AuthenticatorSecret }) {
  const { t } = useTranslation('personal-settings')
  return (
    <FormDialog<{ code: string }>
      key="scan"
      name="authenticator-code"
      isProofOnly
      title={t('authenticator.addTitle')}
      submitText={t('authenticator.confirm')}
      onSubmit={async ({ code }) =>
        await onAdded(await api('POST /api/user/2fa/authenticator/confirm', { body: { code: code.trim() } }))
      }
      onClose={onClose}
    >
      <DialogNote>{t('authenticator.scan')}</DialogNote>
      <div className={css.qrBox}>
        {/* Dark on light in both themes: some cameras cannot read inverted codes. */}
        <QRCode
          value={secret.uri}
          size={184}
          color="#0b1118"
          bgColor="#ffffff"
          aria-label={t('authenticator.qrCode')}
        />
      </div>
      <div className={css.secret}>
        <div className={texts.help}>{t('authenticator.manual')}</div>
        <CopyText value={secret.secret} label={t('authenticator.secret')}>
          <span className={css.secretText}>{secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
        </CopyText>
      </div>
      <CodeField digitsOnly label={t('authenticator.code')} />
    </FormDialog>
  )
}
