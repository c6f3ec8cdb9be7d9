import type { Channel, ChannelBatchEdit, ChannelTagWrite, ChannelWrite } from '@sluice/contract/channel'
import type { PagedList } from '@sluice/contract/envelope'
import { channelStatus } from '@sluice/contract/roles'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import { api } from '../../lib/api.ts'
import { formatBalance, formatDuration } from '../../lib/format.ts'
import type { TagItem } from './channel-rows.ts'
import { channelsKey, testChannel, updateBalance } from './queries.ts'
import { useReasonText } from './reason-text.ts'

type Change = { id: number } & Pick<ChannelWrite, 'status' | 'priority' | 'weight'>
type ListData = PagedList<Channel>

/** Shows `change` in every loaded list at once. Gives back what takes it away again. */
function showChange(client: QueryClient, { id, ...changes }: Change): () => void {
  const before = client.getQueriesData<ListData>({ queryKey: channelsKey })
  const changed = (row: Channel): Channel => (row.id === id ? ({ ...row, ...changes } as Channel) : row)
  client.setQueriesData<ListData>(
    { queryKey: channelsKey },
    (list) => list && { ...list, items: list.items.map(changed) },
  )
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data)
  }
}

/** Everything that can be done to the channels of the list. Failures are shown. */
export function useChannelActions() {
  const client = useQueryClient()
  const confirm = useConfirmAction()
  const { message, notification } = App.useApp()
  const { t } = useTranslation(['channels', 'common'])
  const reasonText = useReasonText()
  const [testing, setTesting] = useState<ReadonlySet<number>>(new Set())
  const refresh = () => client.invalidateQueries({ queryKey: channelsKey })

  const change = useMutation({
    mutationFn: (write: Change) => api.put<Channel>('/api/channel/', write),
    onMutate: async (write) => {
      await client.cancelQueries({ queryKey: channelsKey })
      return { undo: showChange(client, write) }
    },
    onError: (_error, _write, context) => context?.undo(),
    onSettled: refresh,
  })
  const run = useMutation({
    mutationFn: (work: () => Promise<string>) => work(),
    onSuccess: (done) => {
      message.success(done)
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

  return {
    testing,
    /** Whose balances are being asked for. */
    asking,
    refresh,

    async test({ id, name }: Channel): Promise<void> {
      setTestingOf(id, true)
      const result = await testChannel(id, '')
      setTestingOf(id, false)
      refresh()
      const time = formatDuration(result.ms)
      if (result.ok) message.success(t('test.passed', { name, time }))
      else
        notification.error({
          title: t('test.failed', { name, time }),
          description: reasonText(result.message),
          duration: 10,
        })
    },

    async updateBalance({ id, name }: Channel): Promise<void> {
      setAskingOf(id, true)
      try {
        const { balance, currency } = await updateBalance(id)
        message.success(t('balance.done', { name, balance: formatBalance(balance, currency) }))
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        notification.error({ title: t('balance.failed', { name }), description: reason, duration: 10 })
      }
      setAskingOf(id, false)
      refresh()
    },

    setEnabled: ({ id }: Channel, isEnabled: boolean) =>
      change.mutate({ id, status: isEnabled ? channelStatus.enabled : channelStatus.disabled }),
    setPriority: ({ id }: Channel, priority: number) => change.mutate({ id, priority }),
    setWeight: ({ id }: Channel, weight: number) => change.mutate({ id, weight }),

    delete: ({ id, name }: Channel, onDone: () => void) =>
      ask(
        {
          title: t('delete.title', { name }),
          consequence: t('delete.consequence'),
          confirm: t('common:actions.delete'),
        },
        async () => {
          await api.delete(`/api/channel/${id}`)
          onDone()
          return t('delete.done', { name })
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
          const count = await api.post<number>('/api/channel/batch', { ids })
          onDone()
          return t('batch.deleted', { count })
        },
      )
    },

    deleteDisabled: (onDone: () => void) =>
      ask(
        {
          title: t('batch.deleteDisabledTitle'),
          consequence: t('batch.deleteDisabledConsequence'),
          confirm: t('common:actions.delete'),
        },
        async () => {
          const count = await api.delete<number>('/api/channel/disabled')
          onDone()
          return t('batch.deleted', { count })
        },
      ),

    fix: () =>
      ask(
        {
          title: t('batch.fixTitle'),
          consequence: t('batch.fixConsequence'),
          confirm: t('batch.fixConfirm'),
          danger: false,
        },
        async () => t('batch.fixed', { count: await api.post<number>('/api/channel/fix') }),
      ),

    editMany: (ids: readonly number[], figures: Pick<ChannelBatchEdit, 'priority' | 'weight'>) =>
      run.mutateAsync(async () => {
        const count = await api.post<number>('/api/channel/batch/edit', { ids, ...figures })
        return t('batch.edited', { count })
      }),

    tagMany: (ids: readonly number[], tag: string) =>
      run.mutateAsync(async () => {
        const count = await api.post<number>('/api/channel/batch/tag', { ids, tag })
        return t('batch.tagged', { count, tag })
      }),

    setTagEnabled({ tag, children }: TagItem, isEnabled: boolean) {
      const count = children.length
      return ask(
        {
          title: isEnabled ? t('tag.enableTitle', { tag }) : t('tag.disableTitle', { tag }),
          consequence: isEnabled
            ? t('tag.enableConsequence', { count })
            : t('tag.disableConsequence', { count }),
          confirm: isEnabled ? t('common:actions.enable') : t('common:actions.disable'),
          danger: !isEnabled,
        },
        async () => {
          await api.post(`/api/channel/tag/${isEnabled ? 'enabled' : 'disabled'}`, { tag })
          return t('common:operationCompleted')
        },
      )
    },

    editTag: (write: ChannelTagWrite) =>
      run.mutateAsync(async () => {
        await api.put('/api/channel/tag', write)
        return t('common:updated')
      }),
    /** As editTag, for those that have nothing to wait for. */
    changeTag: (write: ChannelTagWrite) =>
      run.mutate(async () => {
        await api.put('/api/channel/tag', write)
        return t('common:updated')
      }),
  }
}

export type ChannelActions = ReturnType<typeof useChannelActions>
