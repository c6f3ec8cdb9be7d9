import type { RecoveryCodes, SecondFactors } from '@sluice/contract/second-factor'
import type { User } from '@sluice/contract/user'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeField } from '../../../components/code-field.tsx'
import { DialogNote, FormDialog } from '../../../components/form-dialog.tsx'
import { StatusTag } from '../../../components/status-tag.tsx'
import { api } from '../../../lib/api.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { factorsQuery } from '../../../lib/user-queries.ts'
import { SettingRow } from '../section.tsx'
import { AddAuthenticatorDialog } from './add-authenticator-dialog.tsx'
import { CodesDialog } from './codes-dialog.tsx'

type Open = 'add' | 'renew' | 'remove' | null

/** The authenticator app: set-up, recovery codes, removal. */
export function AuthenticatorRow({ user, factors }: { user: User; factors: SecondFactors }) {
  const { t } = useTranslation('personal-settings')
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<Open>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const isOn = factors.authenticator
  const reload = () => queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey })
  const showCodes = async ({ recovery_codes }: RecoveryCodes) => {
    setOpen(null)
    setCodes(recovery_codes)
    await reload()
  }
  const close = () => setOpen(null)
  return (
    <>
      <SettingRow
        label={
          <>
            {t('authenticator.label')}
            <StatusTag tone={isOn ? 'success' : 'neutral'}>
              {isOn ? t('authenticator.on') : t('authenticator.off')}
            </StatusTag>
          </>
        }
        help={isOn ? t('authenticator.codesLeft', { count: factors.recovery_codes_left }) : t('authenticator.text')}
        actions={
          isOn ? (
            <>
              <Button onClick={() => setOpen('renew')}>{t('authenticator.renew')}</Button>
              <Button danger aria-label={t('authenticator.removeLabel')} onClick={() => setOpen('remove')}>
                {t('authenticator.remove')}
              </Button>
            </>
          ) : (
            <Button aria-label={t('authenticator.addLabel')} onClick={() => setOpen('add')}>
              {t('authenticator.add')}
            </Button>
          )
        }
      />
      {open === 'add' && (
        <AddAuthenticatorDialog
          user={user}
          onAdded={async (made) => {
            toastSuccess(t('authenticator.enabled'))
            await showCodes(made)
          }}
          onClose={close}
        />
      )}
      {open === 'renew' && <RenewDialog onRenewed={showCodes} onClose={close} />}
      {open === 'remove' && (
        <RemoveDialog
          onClose={close}
          onRemoved={async () => {
            close()
            await reload()
          }}
        />
      )}
      {codes !== null && <CodesDialog codes={codes} username={user.username} onClose={() => setCodes(null)} />}
    </>
  )
}

interface CodeValues {
  code: string
}

function RenewDialog(props: { onRenewed(codes: RecoveryCodes): Promise<void>; onClose(): void }) {
  const { t } = useTranslation('personal-settings')
  return (
    <FormDialog<CodeValues>
      name="renew-codes"
      isProofOnly
      title={t('authenticator.renewTitle')}
      submitText={t('authenticator.renewConfirm')}
      onSubmit={async ({ code }) =>
        await props.onRenewed(await api('POST /api/user/2fa/recovery_codes', { body: { code: code.trim() } }))
      }
      onClose={props.onClose}
    >
      <DialogNote>{t('authenticator.renewText')}</DialogNote>
      <CodeField digitsOnly label={t('authenticator.code')} />
    </FormDialog>
  )
}

function RemoveDialog(props: { onRemoved(): Promise<void>; onClose(): void }) {
  const { t } = useTranslation('personal-settings')
  return (
    <FormDialog<CodeValues>
      name="remove-authenticator"
      isProofOnly
      title={t('authenticator.removeTitle')}
      submitText={t('authenticator.remove')}
      danger
      onSubmit={async ({ code }) => {
        await api('POST /api/user/2fa/authenticator/remove', { body: { code: code.trim() } })
        toastSuccess(t('authenticator.removed'))
        await props.onRemoved()
      }}
      onClose={props.onClose}
    >
      <DialogNote>{t('authenticator.removeText')}</DialogNote>
      <CodeField label={t('authenticator.removeCode')} />
    </FormDialog>
  )
}
