import type { ApiToken } from '@sluice/contract/api-token'
import { tokenStatus } from '@sluice/contract/roles'
import type { User } from '@sluice/contract/user'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../../components/data-column.ts'
import { ListPage } from '../../../components/list-page.tsx'
import { QuotaText } from '../../../components/quota-text.tsx'
import { StatusTag, type StatusTone } from '../../../components/status-tag.tsx'
import texts from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import { useListPage } from '../../../components/use-list-page.ts'
import { accountTokensQuery } from './queries.ts'

const noFilters = {}
const states = new Map<number, 'enabled' | 'disabled' | 'expired' | 'exhausted'>([
  [tokenStatus.enabled, 'enabled'],
  [tokenStatus.disabled, 'disabled'],
  [tokenStatus.expired, 'expired'],
  [tokenStatus.exhausted, 'exhausted'],
])
const tones: Record<string, StatusTone> = { enabled: 'success', disabled: 'neutral' }

/** The API tokens of the account. Only its owner sees whole keys. */
export function KeysTab({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const list = useListPage({
    filters: noFilters,
    prefix: 'k',
    query: (view) => accountTokensQuery(user.id, view),
    rowKey: ({ id }) => id,
  })
  const columns: DataColumn<ApiToken>[] = [
    {
      key: 'name',
      card: 'title',
      title: t('keys.name'),
      width: 140,
      flexible: true,
      required: true,
      render: ({ name }) => (
        <Link to="/log" search={{ username: user.username, token_name: name }} className={texts.cutBlock}>
          {name}
        </Link>
      ),
    },
    {
      key: 'key',
      card: 'line',
      title: t('keys.key'),
      width: 190,
      render: ({ key }) => <code>{key === '' ? '–' : `sk-${key}`}</code>,
    },
    {
      key: 'status',
      card: 'badge',
      title: t('keys.status'),
      width: 110,
      render: ({ status }) => {
        const state = states.get(status) ?? 'disabled'
        return <StatusTag tone={tones[state] ?? 'warning'}>{t(`keys.state.${state}`)}</StatusTag>
      },
    },
    {
      key: 'month',
      card: 'figure',
      title: t('keys.month'),
      width: 110,
      align: 'right',
      render: ({ month }) => <QuotaText value={month?.quota ?? 0} />,
    },
    {
      key: 'used',
      card: 'figure',
      title: t('keys.used'),
      width: 110,
      align: 'right',
      render: ({ used_quota }) => <QuotaText value={used_quota} />,
    },
    {
      key: 'left',
      card: 'figure',
      title: t('keys.left'),
      width: 110,
      align: 'right',
      render: ({ remain_quota, unlimited_quota }) =>
        unlimited_quota ? (
          <span className={texts.faint}>{t('keys.unlimited')}</span>
        ) : (
          <QuotaText value={remain_quota} />
        ),
    },
    {
      key: 'accessed',
      card: 'end',
      title: t('keys.accessed'),
      width: 120,
      render: ({ accessed_time }) => <TimeText seconds={accessed_time} />,
    },
  ]
  return (
    <ListPage
      id="account-keys"
      isPart
      list={list}
      title={t('tab.keys')}
      columns={columns}
      toolbar={null}
      isOff={({ status }) => status !== tokenStatus.enabled}
      empty={{ title: t('empty.keys') }}
    />
  )
}
