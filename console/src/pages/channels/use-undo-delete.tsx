import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useOfferUndo } from '../../components/use-offer-undo.tsx'
import { api } from '../../lib/api.ts'
import { toastFailure, toastSuccess, toastWarning } from '../../lib/toasts.ts'
import { channelsKey } from './queries.ts'

/** Reports a deletion with an undo button for ten seconds. */
export function useUndoDelete(): (done: string, deletion: string) => void {
  const { t } = useTranslation('channels')
  const offerUndo = useOfferUndo()
  const client = useQueryClient()

  const restore = async (deletion: string) => {
    try {
      const count = await api('POST /api/channel/restore', { body: { deletion } })
      if (count === 0) toastWarning(t('delete.tooLate'))
      else toastSuccess(t('delete.undone', { count }))
    } catch (error) {
      toastFailure(error)
    }
    void client.invalidateQueries({ queryKey: channelsKey })
  }
  return (done, deletion) => offerUndo({ key: deletion, title: done, undo: () => restore(deletion) })
}
