import type { AttentionItem } from '@sluice/contract/data'
import { type ChannelStatusFilter, channelStatus } from '@sluice/contract/roles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, linkOptions } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import { api } from '../../lib/api.ts'
import { toastFailure, toastSuccess } from '../../lib/toasts.ts'
import css from './dashboard.module.css'
import { dashboardKey } from './queries.ts'

const channels = (search: { status?: ChannelStatusFilter; only?: string }) => linkOptions({ to: '/channel', search })

/** Where the item is dealt with, and what its link says; null = only on the machine itself. */
function placeOf({ kind, named, named_total: total }: AttentionItem) {
  const [first] = named
  const one = total === 1 && first ? linkOptions({ to: '/channel/edit/$id', params: { id: `${first.id}` } }) : null
  switch (kind) {
    case 'stopped_channel':
    case 'refused_keys':
    case 'low_balances':
    case 'failing_channels':
      return { text: 'open', link: one ?? channels({ only: 'attention' }) } as const
    case 'failed_tests':
      return { text: 'open', link: one ?? channels({ only: 'test_failed' }) } as const
    case 'expiring_channels':
      return { text: 'open', link: one ?? channels({ only: 'expiring' }) } as const
    case 'stopped_channels':
      return { text: 'openChannels', link: channels({ status: 'auto_disabled' }) } as const
    case 'keyless_channels':
      return { text: 'open', link: one ?? channels({}) } as const
    case 'unbelieved_usage':
      return { text: 'openLog', link: log(total === 1 && first ? { channel: `${first.id}` } : {}) } as const
    case 'interrupted_sweeps':
      return { text: 'openChannels', link: channels({}) } as const
    case 'failed_price_lists':
      return { text: 'openPriceLists', link: prices({ tab: 'sources' }) } as const
    case 'price_proposals':
      return { text: 'decide', link: prices({ tab: 'proposals' }) } as const
    case 'unpriced_models':
      return { text: 'setPrices', link: prices({ state: 'unpriced' }) } as const
    case 'waiting_orders':
      return { text: 'openOrders', link: linkOptions({ to: '/orders', search: { status: 'pending' } }) } as const
    case 'payment_alerts':
      return { text: 'openMessages', link: linkOptions({ to: '/orders', search: { tab: 'alerts' } }) } as const
    case 'low_disk':
    case 'failed_jobs':
      return null
  }
}

const prices = (search: { tab?: string; state?: string }) => linkOptions({ to: '/console/prices', search })

/** The calls of the last day. */
const log = (search: { channel?: string }) =>
  linkOptions({ to: '/log', search: { ...search, start_timestamp: String(Math.floor(Date.now() / 1_000) - 86_400) } })

/** What can be done about an item, in place. */
export function AttentionActions({ item }: { item: AttentionItem }) {
  const { t } = useTranslation('dashboard')
  const { kind, named, named_total: total } = item
  const place = placeOf(item)
  const ids = named.map(({ id }) => id)
  const canTest =
    kind === 'stopped_channel' || ((kind === 'failed_tests' || kind === 'failing_channels') && total === ids.length)
  if (place === null) return null
  return (
    <Row gap={12} className={css.actions}>
      {canTest && <TestButton ids={ids} names={named.map(({ name }) => name)} />}
      {kind === 'stopped_channel' && <EnableButton ids={ids} />}
      <Link {...place.link} className={css.more}>
        {t(`needs.action.${place.text}`)}
      </Link>
    </Row>
  )
}

/** Shows the outcome of an action, and what then still needs attention. */
function useAction() {
  const client = useQueryClient()
  return useMutation({
    /** `work` returns what is reported. */
    mutationFn: (work: () => Promise<string>) => work(),
    onSuccess: toastSuccess,
    onError: toastFailure,
    onSettled: () => client.invalidateQueries({ queryKey: dashboardKey }),
  })
}

/** One channel is tested while the person waits, several in the background. */
function TestButton({ ids, names }: { ids: readonly number[]; names: readonly string[] }) {
  const { t } = useTranslation('dashboard')
  const action = useAction()
  const test = async () => {
    const [id, ...others] = ids
    if (id === undefined || others.length > 0) {
      await api('POST /api/channel/test/batch', { body: { ids } })
      return t('needs.testing', { count: ids.length })
    }
    await api.answer('GET /api/channel/test/:id', { params: { id } })
    return t('needs.testPassed', { name: names[0] ?? '' })
  }
  return (
    <Button size="small" loading={action.isPending} onClick={() => action.mutate(test)}>
      {t('needs.test')}
    </Button>
  )
}

function EnableButton({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation(['dashboard', 'common'])
  const action = useAction()
  const enable = async () => {
    await api('POST /api/channel/status/batch', { body: { ids, status: channelStatus.enabled } })
    return t('needs.enabled')
  }
  return (
    <Button size="small" loading={action.isPending} onClick={() => action.mutate(enable)}>
      {t('common:actions.enable')}
    </Button>
  )
}
