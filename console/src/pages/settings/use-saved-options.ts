import type { OptionEntry } from '@sluice/contract/option'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { statusQuery } from '../../lib/queries.ts'
import { toastError } from '../../lib/toasts.ts'
import { type OptionSnapshot, withSaved } from './option-draft.ts'
import type { CardSpec } from './option-field.ts'
import { loadOptions, optionsQuery, originsQuery } from './queries.ts'

/** After a write: shows the stored values, then the server's state. */
export function useSavedOptions(card: Pick<CardSpec, 'options'>) {
  const client = useQueryClient()
  const { t } = useTranslation('settings')
  const isSecret = (key: string) => card.options[key]?.kind === 'secret'
  return {
    remember: (entries: readonly OptionEntry[]) =>
      client.setQueryData(optionsQuery.queryKey, (old) => old && withSaved(old, entries, isSecret)),
    /** The server's current state. Never fails: a failed reload is reported, and gives null. */
    reload: async (): Promise<OptionSnapshot | null> => {
      try {
        const loaded = await loadOptions()
        client.setQueryData(optionsQuery.queryKey, loaded)
        void client.invalidateQueries({ queryKey: originsQuery.queryKey })
        // Data that the rest of the console shows: names and switches, and the texts of the public pages.
        await client.invalidateQueries({ queryKey: statusQuery.queryKey })
        await client.invalidateQueries({ queryKey: ['site'] })
        return loaded
      } catch {
        toastError(t('refreshFailed'))
        return null
      }
    },
  }
}
