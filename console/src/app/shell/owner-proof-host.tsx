import { lazy, Suspense, useEffect, useState } from 'react'
import { onProofNeeded } from '../../lib/owner-proof.ts'

const Library = lazy(async () => ({ default: (await import('../library.tsx')).Library }))
const OwnerProofDialog = lazy(async () => ({
  default: (await import('../../components/owner-proof-dialog.tsx')).OwnerProofDialog,
}))

/** Shows the dialog for a call that waits for the owner's proof, on any page. */
export function OwnerProofHost() {
  const [waiting, setWaiting] = useState<{ settle(isProved: boolean): void } | null>(null)
  useEffect(
    () =>
      onProofNeeded(
        () =>
          new Promise((resolve) => {
            const settle = (isProved: boolean) => {
              setWaiting(null)
              resolve(isProved)
            }
            setWaiting({ settle })
          }),
      ),
    [],
  )
  return (
    <Suspense>
      {waiting && (
        <Library>
          <OwnerProofDialog onSettled={waiting.settle} />
        </Library>
      )}
    </Suspense>
  )
}
