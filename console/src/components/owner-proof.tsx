import type { User } from '@sluice/contract/user'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { factorsQuery } from '../lib/user-queries.ts'
import { CodeField } from './code-field.tsx'
import css from './form-dialog.module.css'
import { LoadState } from './load-state.tsx'
import { PasswordField } from './password-field.tsx'

interface OwnerProofProps {
  user: User
  /** What the code is called in the form, where `code` is another one. */
  codeName?: string
  /** It is all the form asks for. */
  autoFocus?: boolean
}

/** What shows that the owner is here before ways in are changed: the password, else a code, else a login of just now. */
export function OwnerProof({ user, codeName = 'code', autoFocus }: OwnerProofProps) {
  const { t } = useTranslation('personal')
  const factors = useQuery(factorsQuery)
  if (user.has_password)
    return (
      <>
        {/* Tells password managers whose it is. */}
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
          <p className={css.note}>{t('proof.recent')}</p>
        )
      }
    </LoadState>
  )
}
