import type { UpstreamModels } from '@sluice/contract/upstream-models'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import { useOfferUndo } from '../../components/use-offer-undo.tsx'
import { api } from '../../lib/api.ts'
import { formatList } from '../../lib/format-list.ts'
import { toastFailure, toastSuccess } from '../../lib/toasts.ts'
import { changeModels, channelsKey } from './queries.ts'

/** Actions on new and vanished upstream models. Failures are shown. */
export function useUpstreamModels() {
  const { t, i18n } = useTranslation('channel-checks')
  const client = useQueryClient()
  const confirm = useConfirmAction()
  const { notification } = App.useApp()
  const offerUndo = useOfferUndo()
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: ['upstream-models'] })
    void client.invalidateQueries({ queryKey: channelsKey })
  }
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      toastFailure(error)
    }
    await refresh()
  }
  const undo = ({ channel_id: id, channel_name: name }: UpstreamModels, done: { added: string[]; removed: string[] }) =>
    run(async () => {
      await changeModels(id, { add_models: done.removed, remove_models: done.added })
      toastSuccess(t('upstream.undone', { name }))
    })

  return {
    check: ({ channel_id: id }: UpstreamModels) =>
      run(() => api('POST /api/channel/upstream_updates/detect', { body: { id } })),

    ignore: ({ channel_id: id, channel_name: name }: UpstreamModels, names: string[]) =>
      run(async () => {
        await api('POST /api/channel/upstream_updates/apply', { body: { id, ignore_models: names } })
        toastSuccess(t('upstream.ignored', { name }))
      }),

    take: (state: UpstreamModels, { add, remove }: { add: string[]; remove: string[] }) =>
      run(async () => {
        const { channel_id: id, channel_name: name } = state
        const { added_models: added, removed_models: removed } = await api('POST /api/channel/upstream_updates/apply', {
          body: { id, add_models: add, remove_models: remove },
        })
        offerUndo({
          key: `upstream-${id}`,
          title: t('upstream.done', { name, added: added.length, removed: removed.length }),
          undo: () => undo(state, { added, removed }),
        })
      }),

    takeAll(states: readonly UpstreamModels[]) {
      const countOf = (field: 'add_models' | 'remove_models') =>
        states.reduce((total, state) => total + state[field].length, 0)
      return confirm({
        title: t('upstream.takeAllTitle'),
        consequence: t('upstream.takeAllText', {
          channels: states.length,
          added: countOf('add_models'),
          removed: countOf('remove_models'),
        }),
        confirm: t('upstream.take'),
        danger: countOf('remove_models') > 0,
        run: () =>
          run(async () => {
            const ids = states.map(({ channel_id: id }) => id)
            const done = await api('POST /api/channel/upstream_updates/apply_all', { body: { ids } })
            const { processed_channels: count, added_models: added, removed_models: removed } = done
            const emptied = states.filter(({ channel_id: id }) => done.failed_channel_ids.includes(id))
            toastSuccess(t('upstream.doneAll', { count, added, removed }))
            if (emptied.length > 0) {
              const names = formatList(
                emptied.map(({ channel_name: name }) => name),
                i18n.resolvedLanguage,
              )
              notification.warning({ title: t('upstream.emptied', { names }), duration: 0 })
            }
          }),
      })
    },
  }
}
export type UpstreamActions = ReturnType<typeof useUpstreamModels>
