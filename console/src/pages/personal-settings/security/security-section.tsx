import type { User } from '@sluice/contract/user'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadState } from '../../../components/load-state.tsx'
import { factorsQuery } from '../../../lib/user-queries.ts'
import css from '../personal-settings.module.css'
import { Section, SettingRow } from '../section.tsx'
import { AuthenticatorRow } from './authenticator-row.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordDialog } from './password-dialog.tsx'

/** The password and second factors. */
export function SecuritySection({ user }: { user: User }) {
  const { t } = useTranslation('personal-settings')
  const factors = useQuery(factorsQuery)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section id="security">
      <div className={css.rows}>
        <SettingRow
          label={t('password.label')}
          help={user.has_password ? t('password.text') : t('password.none')}
          actions={
            <Button onClick={() => setIsOpen(true)}>
              {user.has_password ? t('password.change') : t('password.set')}
            </Button>
          }
        />
        <LoadState query={factors} rows={3}>
          {(data) => (
            <>
              <AuthenticatorRow user={user} factors={data} />
              <Passkeys user={user} passkeys={data.passkeys} />
            </>
          )}
        </LoadState>
      </div>
      {isOpen && <PasswordDialog user={user} onClose={() => setIsOpen(false)} />}
    </Section>
  )
}
