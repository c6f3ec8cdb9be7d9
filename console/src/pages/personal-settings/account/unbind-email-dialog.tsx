import type { OwnerProof as Proof } from '@sluice/contract/second-factor'
import type { User } from '@sluice/contract/user'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DialogNote, FormDialog } from '../../../components/form-dialog.tsx'
import { OwnerProof } from '../../../components/owner-proof.tsx'
import { api } from '../../../lib/api.ts'
import { selfQuery } from '../../../lib/queries.ts'
import { toastSuccess } from '../../../lib/toasts.ts'

/** Removes the address. */
export function UnbindEmailDialog({ user, onClose }: { user: User; onClose(): void }) {
  const { t } = useTranslation('personal-settings')
  const queryClient = useQueryClient()
  const unbind = async ({ password, code }: Proof) => {
    await api('POST /api/oauth/email/unbind', { body: { password, code: code?.trim() } })
    toastSuccess(t('email.unbound'))
    onClose()
    await queryClient.invalidateQueries({ queryKey: selfQuery.queryKey })
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
