import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import { useOfferUndo } from '../../components/use-offer-undo.tsx'
import { toastFailure, toastSuccess } from '../../lib/toasts.ts'
import css from './channel-test.module.css'
import { changeModels, channelsKey } from './queries.ts'

/** Removes models from a channel after a confirmation that names them, and offers to undo it. */
export function useRemoveModels({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation(['channel-checks', 'common'])
  const client = useQueryClient()
  const confirm = useConfirmAction()
  const offerUndo = useOfferUndo()
  const refresh = () => client.invalidateQueries({ queryKey: channelsKey })
  const fail = (error: unknown) => toastFailure(error)

  const undo = async (models: string[], onUndone: () => void) => {
    try {
      await changeModels(id, { add_models: models })
      onUndone()
      toastSuccess(t('test.removal.undone', { count: models.length }))
    } catch (error) {
      fail(error)
    }
    void refresh()
  }

  return (models: readonly string[], { onRemoved, onUndone }: { onRemoved(): void; onUndone(): void }) =>
    confirm({
      title: t('test.removal.title', { count: models.length, name }),
      consequence: (
        <>
          <p>{t('test.removal.consequence')}</p>
          <ul className={css.names}>
            {models.map((model) => (
              <li key={model}>
                <code>{model}</code>
              </li>
            ))}
          </ul>
        </>
      ),
      confirm: t('test.removal.confirm'),
      async run() {
        try {
          const { removed_models: removed } = await changeModels(id, { remove_models: [...models] })
          onRemoved()
          void refresh()
          offerUndo({
            key: `removed-${id}`,
            title: t('test.removal.done', { count: removed.length, name }),
            undo: () => undo(removed, onUndone),
          })
        } catch (error) {
          fail(error)
        }
      },
    })
}
