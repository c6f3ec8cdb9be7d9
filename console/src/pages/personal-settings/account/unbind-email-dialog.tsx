import type { OwnerProof as Proof } from '@sluice/contract/second-factor'
import type { User } from '@sluice/contract/user'
import { useTranslation } from 'react-i18next'
import { DialogNote, FormDialog } from '../../../components/form-dialog.tsx'
import { OwnerProof } from '../../../components/owner-proof.tsx'
import { api } from '../../../lib/api.ts'
import { selfQuery } from '../../../lib/queries.ts'
import { useDialogEnd } from '../use-dialog-end.ts'

/** Removes the address. */
export function UnbindEmailDialog({ user, onClose }: { user: User; onClose(): void }) {
  const { t } = useTranslation('personal-settings')
  const end = useDialogEnd(onClose, selfQuery)
  const unbind = async ({ password, code }: Proof) => {
    await api('POST /api/oauth/email/unbind', { body: { password, code: code?.trim() } })
    await end(t('email.unbound'))
  }
  return (
    <FormDialog<Proof>
      name="unbind-email"
      isProofOnly
      title={t('email.unbindTitle', { email: user.email })}
      submitText={t('email.unbind')}
      danger
      onSubmit={unbind}
      onClose={onClose}
    >
      <DialogNote>{t('email.unbindText')}</DialogNote>
      <OwnerProof user={user} />
    </FormDialog>
  )
}
