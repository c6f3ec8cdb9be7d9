import type { ChannelRows, ListedChannel } from '@sluice/contract/channel-list'
import { channelStatus } from '@sluice/contract/roles'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { listedOf, type TagItem } from './channel-rows.ts'
import { channelListKey, channelsKey } from './queries.ts'

type Figures = Partial<Pick<ListedChannel, 'priority' | 'weight'>>
type Change = { id: number } & Figures
interface Switch {
  id: number
  status: typeof channelStatus.enabled | typeof channelStatus.disabled
}
interface TagChange {
  item: TagItem
  changes: Figures
}

/** Applies `changes` to some channels in every loaded list. Returns a function that reverts them. */
function showChanges(
  client: QueryClient,
  isChanged: (row: ListedChannel) => boolean,
  changes: Partial<ListedChannel>,
): () => void {
  const before = client.getQueriesData<ChannelRows>({ queryKey: channelListKey })
  const changed = (row: ListedChannel): ListedChannel => (isChanged(row) ? { ...row, ...changes } : row)
  client.setQueriesData<ChannelRows>(
    { queryKey: channelListKey },
    (list) => list && { ...list, items: list.items.map(changed) },
  )
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data)
  }
}

/** Edits in place: status, priority and weight. The list shows them before the server answers. */
export function useChannelEdits() {
  const client = useQueryClient()
  const { t } = useTranslation('common')
  const refresh = () => client.invalidateQueries({ queryKey: channelsKey })
  /** Reloads the lists later, so that an edited row does not move under the pointer. */
  const refreshLater = () => client.invalidateQueries({ queryKey: channelsKey, refetchType: 'none' })
  const onError = (_error: unknown, _write: unknown, context: { undo: () => void } | undefined) => {
    context?.undo()
    void refresh()
  }

  const change = useMutation({
    mutationFn: (write: Change) => api('PUT /api/channel/', { body: write }),
    onMutate: async ({ id, ...changes }) => {
      await client.cancelQueries({ queryKey: channelsKey })
      return { undo: showChanges(client, (row) => row.id === id, changes) }
    },
    onError,
    onSuccess: (saved) => {
      showChanges(client, (row) => row.id === saved.id, listedOf(saved))
      void refreshLater()
    },
  })
  /** Needs less than other changes do. */
  const switched = useMutation({
    mutationFn: ({ id, status }: Switch) => api('POST /api/channel/:id/status', { params: { id }, body: { status } }),
    onMutate: async ({ id, status }) => {
      await client.cancelQueries({ queryKey: channelsKey })
      return { undo: showChanges(client, (row) => row.id === id, { status }) }
    },
    onError,
    onSuccess: () => void refreshLater(),
  })
  const changeOfTag = useMutation({
    mutationFn: ({ item: { tag, channelCount, children }, changes }: TagChange) =>
      children.length === channelCount
        ? api('PUT /api/channel/tag', { body: { tag, ...changes } })
        : // Channels that the filters hide keep their values.
          api('POST /api/channel/batch/edit', { body: { ids: children.map(({ key }) => key), ...changes } }),
    onMutate: async ({ item, changes }) => {
      await client.cancelQueries({ queryKey: channelsKey })
      const ids = new Set(item.children.map(({ key }) => key))
      return { undo: showChanges(client, (row) => ids.has(row.id), changes) }
    },
    onError,
    onSuccess: () => {
      toastSuccess(t('updated'))
      void refreshLater()
    },
  })

  return {
    setEnabled: ({ id }: ListedChannel, isEnabled: boolean) =>
      switched.mutate({ id, status: isEnabled ? channelStatus.enabled : channelStatus.disabled }),
    setPriority: ({ id }: ListedChannel, priority: number) => change.mutate({ id, priority }),
    setWeight: ({ id }: ListedChannel, weight: number) => change.mutate({ id, weight }),
    /** Edits priority or weight of the channels that a tag shows. */
    changeTag: (item: TagItem, changes: Figures) => changeOfTag.mutate({ item, changes }),
  }
}
