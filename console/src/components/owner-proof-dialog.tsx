import type { OwnerProof as Proof } from '@sluice/contract/second-factor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../lib/api.ts'
import { selfQuery } from '../lib/queries.ts'
import { sessionsQuery } from '../lib/user-queries.ts'
import { DialogNote, FormDialog } from './form-dialog.tsx'
import { OwnerProof } from './owner-proof.tsx'

/** Asks for the password, or a replacement for it, before a call that needs the owner of the account at the console. */
export function OwnerProofDialog({ onSettled }: { onSettled(isProved: boolean): void }) {
  const { t } = useTranslation('personal-settings')
  const queryClient = useQueryClient()
  const { data: user } = useQuery(selfQuery)
  const prove = async ({ code, ...proof }: Proof) => {
    await api('POST /api/user/prove', { body: { ...proof, code: code?.trim() } })
    onSettled(true)
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }
  if (user === undefined) return null
  return (
    <FormDialog<Proof>
      name="prove-owner-first"
      isProofOnly
      isOnTop
      title={t('proof.title')}
      submitText={t('proof.confirm')}
      onSubmit={prove}
      onClose={() => onSettled(false)}
    >
      <DialogNote>{t('proof.before')}</DialogNote>
      <OwnerProof autoFocus user={user} />
    </FormDialog>
  )
}
