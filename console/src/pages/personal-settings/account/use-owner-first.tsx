import { type OwnerProof as Proof, recentMinutes } from '@sluice/contract/second-factor'
import type { User } from '@sluice/contract/user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogNote, FormDialog } from '../../../components/form-dialog.tsx'
import { OwnerProof } from '../../../components/owner-proof.tsx'
import { api } from '../../../lib/api.ts'
import { sessionsQuery } from '../../../lib/user-queries.ts'
import { isFreshLogin } from './fresh-login.ts'

/** Guards actions that require a recent login. */
export interface OwnerFirst {
  /** The login is recent enough: no proof is requested. */
  isFresh: boolean
  /** Runs `then` at once, or after the owner's proof. */
  ask(then: () => void): void
  dialog: ReactNode
}

export function useOwnerFirst(user: User): OwnerFirst {
  const { t } = useTranslation('personal-settings')
  const queryClient = useQueryClient()
  const { data: sessions = [] } = useQuery(sessionsQuery)
  const [waiting, setWaiting] = useState<{ then(): void } | null>(null)
  const isFresh = isFreshLogin(sessions, Date.now())
  const prove = async ({ code, ...proof }: Proof) => {
    await api('POST /api/user/prove', { body: { ...proof, code: code?.trim() } })
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    setWaiting(null)
    waiting?.then()
  }
  // The sessions may still be loading.
  const ask = async (then: () => void) => {
    const known = await queryClient.ensureQueryData(sessionsQuery).catch(() => [])
    if (isFreshLogin(known, Date.now())) then()
    else setWaiting({ then })
  }
  return {
    isFresh,
    ask: (then) => void ask(then),
    dialog: waiting && (
      <FormDialog<Proof>
        name="prove-owner"
        isProofOnly
        title={t('proof.title')}
        submitText={t('proof.confirm')}
        onSubmit={prove}
        onClose={() => setWaiting(null)}
      >
        <DialogNote>{t('proof.text', { minutes: recentMinutes })}</DialogNote>
        <OwnerProof autoFocus user={user} />
      </FormDialog>
    ),
  }
}
