import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { channelsKey } from './queries.ts'

const undoOfferedSeconds = 10

/** Reports a deletion with an undo button for ten seconds. */
export function useUndoDelete(): (done: string, deletion: string) => void {
  const { t } = useTranslation('channels')
  const { message, notification } = App.useApp()
  const client = useQueryClient()

  const restore = async (deletion: string) => {
    notification.destroy(deletion)
    try {
      const count = await api('POST /api/channel/restore', { body: { deletion } })
      if (count === 0) void message.warning(t('delete.tooLate'))
      else void message.success(t('delete.undone', { count }))
    } catch (error) {
      void message.error(error instanceof Error ? error.message : String(error))
    }
    void client.invalidateQueries({ queryKey: channelsKey })
  }
  return (done, deletion) =>
    notification.success({
      key: deletion,
      title: done,
      duration: undoOfferedSeconds,
      showProgress: true,
      actions: (
        <Button size="small" onClick={() => void restore(deletion)}>
          {t('delete.undo')}
        </Button>
      ),
    })
}
