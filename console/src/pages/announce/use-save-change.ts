import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { statusQuery } from '../../lib/queries.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import type { ListChange } from './announcements.ts'
import { announcementsKey, saveChange } from './queries.ts'

/** Saves one change and says so. Rejects if another administrator has changed the announcement meanwhile. */
export function useSaveChange() {
  const { t } = useTranslation('announce')
  const client = useQueryClient()
  return async (change: ListChange, done: string): Promise<void> => {
    const isSaved = await saveChange(change)
    for (const queryKey of [announcementsKey, statusQuery.queryKey]) void client.invalidateQueries({ queryKey })
    if (!isSaved) throw new Error(t('changedMeanwhile'))
    toastSuccess(done)
  }
}
