import type { ChannelBatchEdit, ChannelTagWrite } from '@sluice/contract/channel-batch'
import { channelStatus } from '@sluice/contract/roles'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStableHandlers } from '../../components/use-stable-handlers.ts'
import { api } from '../../lib/api.ts'
import { may, useSessionUser } from '../../lib/session.ts'
import type { TagItem } from './channel-rows.ts'
import { channelsKey, sweepKey } from './queries.ts'
import { useChannelChecks } from './use-channel-checks.ts'
import { useChannelDeletions } from './use-channel-deletions.ts'
import { useChannelEdits } from './use-channel-edits.ts'
import { useChannelRuns } from './use-channel-runs.ts'

/** All actions on channels of the list. Failures are shown. */
export function useChannelActions() {
  const client = useQueryClient()
  const { t } = useTranslation(['channels', 'common'])
  const { run, ask } = useChannelRuns()
  const { testing, asking, ...checks } = useChannelChecks()
  const user = useSessionUser()
  const [mayOperate, mayWrite, maySend] = [
    may(user, 'channel.operate'),
    may(user, 'channel.write'),
    may(user, 'channel.sensitive_write'),
  ]

  const handlers = useStableHandlers({
    refresh: () => client.invalidateQueries({ queryKey: channelsKey }),
    ...checks,
    ...useChannelEdits(),
    ...useChannelDeletions(ask),

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
  })
  return useMemo(
    () => ({
      ...handlers,
      testing,
      /** Channels whose balance is being requested. */
      asking,
      /** Tests and switches channels. */
      mayOperate,
      mayWrite,
      /** Adds and deletes channels, and changes their keys and addresses. */
      maySend,
    }),
    [handlers, testing, asking, mayOperate, mayWrite, maySend],
  )
}

export type ChannelActions = ReturnType<typeof useChannelActions>
