import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useOfferUndo } from '../../components/use-offer-undo.tsx'
import { api } from '../../lib/api.ts'
import { channelsKey } from './queries.ts'

/** Reports a deletion with an undo button for ten seconds. */
export function useUndoDelete(): (done: string, deletion: string) => void {
  const { t } = useTranslation('channels')
  const { message } = App.useApp()
  const offerUndo = useOfferUndo()
  const client = useQueryClient()

  const restore = async (deletion: string) => {
    try {
      const count = await api('POST /api/channel/restore', { body: { deletion } })
      if (count === 0) void message.warning(t('delete.tooLate'))
      else void message.success(t('delete.undone', { count }))
    } catch (error) {
      void message.error(error instanceof Error ? error.message : String(error))
    }
    void client.invalidateQueries({ queryKey: channelsKey })
  }
  return (done, deletion) => offerUndo({ key: deletion, title: done, undo: () => restore(deletion) })
}
