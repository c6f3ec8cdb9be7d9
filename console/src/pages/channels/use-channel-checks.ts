import type { ListedChannel } from '@sluice/contract/channel-list'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBalance, formatDuration } from '../../lib/format.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { channelsKey, testChannel, updateBalance } from './queries.ts'

/** A set of channel ids with the function that adds or removes one. */
function useIdSet(): [ReadonlySet<number>, (id: number, isIn: boolean) => void] {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const put = (id: number, isIn: boolean) =>
    setIds((before) => new Set(isIn ? [...before, id] : [...before].filter((other) => other !== id)))
  return [ids, put]
}

/** Tests and balance requests of single channels, and the channels for which one is running. */
export function useChannelChecks() {
  const client = useQueryClient()
  const { notification } = App.useApp()
  const { t } = useTranslation(['channels', 'channel-checks'])
  const [testing, setTesting] = useIdSet()
  const [asking, setAsking] = useIdSet()
  const refresh = () => void client.invalidateQueries({ queryKey: channelsKey })
  const showFailure = (title: string, description: string) => notification.error({ title, description, duration: 10 })

  async function test({ id, name }: ListedChannel): Promise<void> {
    setTesting(id, true)
    const result = await testChannel(id, '')
    setTesting(id, false)
    refresh()
    const time = formatDuration(result.ms)
    if (result.ok) toastSuccess(t('channel-checks:test.passed', { name, time }))
    else showFailure(t('channel-checks:test.failed', { name, time }), result.message)
  }

  async function readBalance({ id, name }: ListedChannel): Promise<void> {
    setAsking(id, true)
    try {
      const { balance, currency } = await updateBalance(id)
      toastSuccess(t('balance.done', { name, balance: formatBalance(balance, currency) }))
    } catch (error) {
      showFailure(t('balance.failed', { name }), error instanceof Error ? error.message : String(error))
    }
    setAsking(id, false)
    refresh()
  }

  return { test, updateBalance: readBalance, testing, asking }
}
