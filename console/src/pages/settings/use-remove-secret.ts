import type { OptionKey } from '@sluice/contract/options/registry'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import { ApiError } from '../../lib/api-client.ts'
import { toastFailure, toastSuccess } from '../../lib/toasts.ts'
import { writeOption } from './queries.ts'
import { useCard, useSettings } from './settings-context.ts'
import { useSavedOptions } from './use-saved-options.ts'
import { useCardTexts } from './use-texts.ts'

/** Clears a stored secret after a confirmation. An empty field keeps it, so that this needs an action of its own. */
export function useRemoveSecret(key: OptionKey): () => void {
  const { store } = useSettings()
  const card = useCard()
  const { t } = useTranslation('settings')
  const { labelOf } = useCardTexts(card)
  const { remember, reload } = useSavedOptions(card)
  const confirm = useConfirmAction()
  const remove = async () => {
    const entry = { key, value: '' }
    try {
      await writeOption(entry)
    } catch (error) {
      const refusal = error instanceof ApiError ? error.fields[key] : undefined
      if (refusal !== undefined) store.mark({ [key]: refusal })
      else toastFailure(error)
      return
    }
    store.drop([key])
    remember([entry])
    toastSuccess(t('secretRemoved', { what: labelOf(key) }))
    await reload()
  }
  return () =>
    confirm({
      title: t('secretRemoveTitle', { what: labelOf(key) }),
      consequence: t('secretRemoveText'),
      confirm: t('secretRemove'),
      run: remove,
    })
}
