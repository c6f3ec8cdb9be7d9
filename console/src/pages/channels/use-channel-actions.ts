import type { ChannelBatchEdit, ChannelTagWrite } from '@sluice/contract/channel-batch'
import type { ChannelRows, ListedChannel } from '@sluice/contract/channel-list'
import { channelStatus } from '@sluice/contract/roles'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import { useStableHandlers } from '../../components/use-stable-handlers.ts'
import { api } from '../../lib/api.ts'
import { formatBalance, formatDuration } from '../../lib/format.ts'
import { listedOf, type TagItem } from './channel-rows.ts'
import { channelListKey, channelsKey, countDisabled, sweepKey, testChannel, updateBalance } from './queries.ts'
import { useUndoDelete } from './use-undo-delete.tsx'

type Change = { id: number } & Partial<Pick<ListedChannel, 'status' | 'priority' | 'weight'>>
type Figures = Partial<Pick<ListedChannel, 'priority' | 'weight'>>
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

/** All actions on channels of the list. Failures are shown. */
export function useChannelActions() {
  const client = useQueryClient()
  const confirm = useConfirmAction()
  const { message, notification } = App.useApp()
  const offerUndo = useUndoDelete()
  const { t } = useTranslation(['channels', 'channel-checks', 'common'])
  const [testing, setTesting] = useState<ReadonlySet<number>>(new Set())
  const refresh = () => client.invalidateQueries({ queryKey: channelsKey })
  /** Reloads the lists later, so that an edited row does not move under the pointer. */
  const markOld = () => client.invalidateQueries({ queryKey: channelsKey, refetchType: 'none' })

  const change = useMutation({
    mutationFn: (write: Change) => api('PUT /api/channel/', { body: write }),
    onMutate: async ({ id, ...changes }) => {
      await client.cancelQueries({ queryKey: channelsKey })
      return { undo: showChanges(client, (row) => row.id === id, changes) }
    },
    onError: (_error, _write, context) => {
      context?.undo()
      void refresh()
    },
    onSuccess: (saved) => {
      showChanges(client, (row) => row.id === saved.id, listedOf(saved))
      void markOld()
    },
  })
  const changeOfTag = useMutation({
    mutationFn: ({ item: { tag, channelCount, children }, changes }: TagChange) =>
      children.length === channelCount
        ? api('PUT /api/channel/tag', { body: { tag, ...changes } })
        : // What the filters hide stays as it is.
          api('POST /api/channel/batch/edit', { body: { ids: children.map(({ key }) => key), ...changes } }),
    onMutate: async ({ item, changes }) => {
      await client.cancelQueries({ queryKey: channelsKey })
      const ids = new Set(item.children.map(({ key }) => key))
      return { undo: showChanges(client, (row) => ids.has(row.id), changes) }
    },
    onError: (_error, _write, context) => {
      context?.undo()
      void refresh()
    },
    onSuccess: () => {
      void message.success(t('common:updated'))
      void markOld()
    },
  })
  const run = useMutation({
    mutationFn: (work: () => Promise<string>) => work(),
    onSuccess: (done) => {
      if (done !== '') void message.success(done)
    },
    onSettled: refresh,
  })
  const ask = (
    question: { title: string; consequence: string; confirm: string; danger?: boolean },
    work: () => Promise<string>,
  ) => confirm({ ...question, run: () => run.mutateAsync(work) })

  const [asking, setAsking] = useState<ReadonlySet<number>>(new Set())
  const setAskingOf = (id: number, isAsking: boolean) =>
    setAsking((before) => new Set(isAsking ? [...before, id] : [...before].filter((other) => other !== id)))

  const setTestingOf = (id: number, isTesting: boolean) =>
    setTesting((before) => new Set(isTesting ? [...before, id] : [...before].filter((other) => other !== id)))

  const handlers = useStableHandlers({
    refresh,

    async test({ id, name }: ListedChannel): Promise<void> {
      setTestingOf(id, true)
      const result = await testChannel(id, '')
      setTestingOf(id, false)
      void refresh()
      const time = formatDuration(result.ms)
      if (result.ok) void message.success(t('channel-checks:test.passed', { name, time }))
      else
        notification.error({
          title: t('channel-checks:test.failed', { name, time }),
          description: result.message,
          duration: 10,
        })
    },

    async updateBalance({ id, name }: ListedChannel): Promise<void> {
      setAskingOf(id, true)
      try {
        const { balance, currency } = await updateBalance(id)
        void message.success(t('balance.done', { name, balance: formatBalance(balance, currency) }))
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        notification.error({ title: t('balance.failed', { name }), description: reason, duration: 10 })
      }
      setAskingOf(id, false)
      void refresh()
    },

    setEnabled: ({ id }: ListedChannel, isEnabled: boolean) =>
      change.mutate({ id, status: isEnabled ? channelStatus.enabled : channelStatus.disabled }),
    setPriority: ({ id }: ListedChannel, priority: number) => change.mutate({ id, priority }),
    setWeight: ({ id }: ListedChannel, weight: number) => change.mutate({ id, weight }),

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
      if (ids.length === 0) return message.warning(t('batch.selectToDelete'))
      return ask(
        {
          title: t('batch.deleteTitle', { count: ids.length }),
          consequence: t('delete.consequence'),
          confirm: t('common:actions.delete'),
        },
        async () => {
          const { data: count, deletion } = await api.answer('POST /api/channel/batch', { body: { ids } })
          onDone()
          if (count === 0) return t('batch.deleted', { count })
          offerUndo(t('batch.deleted', { count }), deletion)
          return ''
        },
      )
    },

    async deleteDisabled(onDone: () => void) {
      let count: number
      try {
        count = await countDisabled()
      } catch (error) {
        return message.error(error instanceof Error ? error.message : String(error))
      }
      if (count === 0) return message.info(t('batch.noneDisabled'))
      return ask(
        {
          title: t('batch.deleteDisabledTitle', { count }),
          consequence: t('batch.deleteDisabledConsequence'),
          confirm: t('common:actions.delete'),
        },
        async () => {
          const { data: deleted, deletion } = await api.answer('DELETE /api/channel/disabled')
          onDone()
          if (deleted === 0) return t('batch.deleted', { count: deleted })
          offerUndo(t('batch.deleted', { count: deleted }), deletion)
          return ''
        },
      )
    },

    fix: () =>
      ask(
        {
          title: t('batch.fixTitle'),
          consequence: t('batch.fixConsequence'),
          confirm: t('batch.fixConfirm'),
          danger: false,
        },
        async () => t('batch.fixed', { count: await api('POST /api/channel/fix') }),
      ),

    setEnabledMany: (ids: readonly number[], isEnabled: boolean) =>
      run.mutate(async () => {
        const status = isEnabled ? channelStatus.enabled : channelStatus.disabled
        const count = await api('POST /api/channel/status/batch', { body: { ids, status } })
        return isEnabled ? t('batch.enabled', { count }) : t('batch.disabled', { count })
      }),

    /** Runs in the background. The strip above the list shows the progress. */
    testMany: (ids: readonly number[]) =>
      run.mutate(async () => {
        client.setQueryData(sweepKey('test'), await api('POST /api/channel/test/batch', { body: { ids } }))
        return ''
      }),

    editMany: (ids: readonly number[], changes: Omit<ChannelBatchEdit, 'ids'>) =>
      run.mutateAsync(async () => {
        const count = await api('POST /api/channel/batch/edit', { body: { ids, ...changes } })
        return t('batch.edited', { count })
      }),

    tagMany: (ids: readonly number[], tag: string) =>
      run.mutateAsync(async () => {
        const count = await api('POST /api/channel/batch/tag', { body: { ids, tag } })
        return t('batch.tagged', { count, tag })
      }),

    setTagEnabled({ tag, channelCount: count }: TagItem, isEnabled: boolean) {
      return ask(
        {
          title: isEnabled ? t('tag.enableTitle', { tag }) : t('tag.disableTitle', { tag }),
          consequence: isEnabled ? t('tag.enableConsequence', { count }) : t('tag.disableConsequence', { count }),
          confirm: isEnabled ? t('common:actions.enable') : t('common:actions.disable'),
          danger: !isEnabled,
        },
        async () => {
          await api(isEnabled ? 'POST /api/channel/tag/enabled' : 'POST /api/channel/tag/disabled', {
            body: { tag },
          })
          return t('common:operationCompleted')
        },
      )
    },

    editTag: (write: ChannelTagWrite) =>
      run.mutateAsync(async () => {
        await api('PUT /api/channel/tag', { body: write })
        return t('common:updated')
      }),
    /** Edits priority or weight of the channels that a tag shows. */
    changeTag: (item: TagItem, changes: Figures) => changeOfTag.mutate({ item, changes }),
  })
  return useMemo(
    () => ({
      ...handlers,
      testing,
      /** Channels whose balance is being requested. */
      asking,
    }),
    [handlers, testing, asking],
  )
}

export type ChannelActions = ReturnType<typeof useChannelActions>
