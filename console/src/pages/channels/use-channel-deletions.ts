import type { ListedChannel } from '@sluice/contract/channel-list'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { toastFailure, toastInfo, toastWarning } from '../../lib/toasts.ts'
import { countDisabled } from './queries.ts'
import type { AskToRun } from './use-channel-runs.ts'
import { useUndoDelete } from './use-undo-delete.tsx'

/** Deletions of channels, each with a confirmation and an undo button. */
export function useChannelDeletions(ask: AskToRun) {
  const offerUndo = useUndoDelete()
  const { t } = useTranslation(['channels', 'common'])

  /** The message after a deletion of several; '' if the undo button shows it. */
  const report = (count: number, deletion: string): string => {
    if (count === 0) return t('batch.deleted', { count })
    offerUndo(t('batch.deleted', { count }), deletion)
    return ''
  }

  return {
    delete: ({ id, name }: ListedChannel, onDone: () => void) =>
      ask(
        {
          title: t('delete.title', { name }),
          consequence: t('delete.consequence'),
          confirm: t('common:actions.delete'),
        },
        async () => {
          const { deletion } = await api.answer('DELETE /api/channel/:id', { params: { id } })
          onDone()
          if (deletion !== '') offerUndo(t('delete.done', { name }), deletion)
          return ''
        },
      ),

    deleteMany(ids: readonly number[], onDone: () => void) {
      if (ids.length === 0) return toastWarning(t('batch.selectToDelete'))
      return ask(
        {
          title: t('batch.deleteTitle', { count: ids.length }),
          consequence: t('delete.consequence'),
          confirm: t('common:actions.delete'),
        },
        async () => {
          const { data: count, deletion } = await api.answer('POST /api/channel/batch', { body: { ids } })
          onDone()
          return report(count, deletion)
        },
      )
    },

    async deleteDisabled(onDone: () => void) {
      let count: number
      try {
        count = await countDisabled()
      } catch (error) {
        return toastFailure(error)
      }
      if (count === 0) return toastInfo(t('batch.noneDisabled'))
      return ask(
        {
          title: t('batch.deleteDisabledTitle', { count }),
          consequence: t('batch.deleteDisabledConsequence'),
          confirm: t('common:actions.delete'),
        },
        async () => {
          const { data: deleted, deletion } = await api.answer('DELETE /api/channel/disabled')
          onDone()
          return report(deleted, deletion)
        },
      )
    },
  }
}
