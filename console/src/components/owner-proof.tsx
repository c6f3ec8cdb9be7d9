import type { User } from '@sluice/contract/user'
import { useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { factorsQuery } from '../lib/user-queries.ts'
import { CodeField } from './code-field.tsx'
import { DialogNote } from './form-dialog.tsx'
import { LoadState } from './load-state.tsx'

interface OwnerProofProps {
  user: User
  /** The field's name in the form, where `code` is taken. */
  codeName?: string
  /** It is the only field of the form. */
  autoFocus?: boolean
}

/**
 * Asks for proof of the owner before ways to sign in are changed: the password, otherwise a code, otherwise a recent
 * login.
 */
export function OwnerProof({ user, codeName = 'code', autoFocus }: OwnerProofProps) {
  const { t } = useTranslation('personal-settings')
  const factors = useQuery(factorsQuery)
  if (user.has_password)
    return (
      <>
        {/* Shows password managers the account. */}
        <input type="text" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField autoFocus={autoFocus} />
      </>
    )
  return (
    <LoadState query={factors} rows={1}>
      {({ authenticator }) =>
        authenticator ? (
          <CodeField name={codeName} label={t('proof.code')} />
        ) : (
          <DialogNote>{t('proof.recent')}</DialogNote>
        )
      }
    </LoadState>
  )
}

/** The password, asked for again before a login method is added. */
function PasswordField({ autoFocus = false }: { autoFocus?: boolean | undefined }) {
  const { t } = useTranslation('personal-settings')
  return (
    <Form.Item
      name="password"
      label={t('profile.password')}
      rules={[{ required: true, message: t('problem.currentRequired') }]}
      validateTrigger={[]}
    >
      <Input.Password autoFocus={autoFocus} autoComplete="current-password" />
    </Form.Item>
  )
}
