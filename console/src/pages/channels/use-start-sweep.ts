import type { SweepKind } from '@sluice/contract/channel-sweep'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import { toastFailure } from '../../lib/toasts.ts'
import { startSweep, sweepKey } from './queries.ts'

/** Starts a sweep of all enabled channels after a confirmation. The strip above the list shows its progress. */
export function useStartSweep(): (kind: SweepKind) => void {
  const { t } = useTranslation('channel-checks')
  const client = useQueryClient()
  const confirm = useConfirmAction()
  const look = () => client.invalidateQueries({ queryKey: ['channel-sweep'] })

  const begin = async (kind: SweepKind) => {
    const begun = startSweep(kind)
    // The request for balances answers only at the end of the sweep.
    const early = setTimeout(look, 300)
    try {
      client.setQueryData(sweepKey(kind), await begun)
    } catch (error) {
      toastFailure(error)
    } finally {
      clearTimeout(early)
      void look()
    }
  }
  return (kind) =>
    confirm({
      title: t(`sweep.${kind}.askTitle`),
      consequence: t(`sweep.${kind}.askText`),
      confirm: t(`sweep.${kind}.begin`),
      danger: false,
      run: async () => void begin(kind),
    })
}
