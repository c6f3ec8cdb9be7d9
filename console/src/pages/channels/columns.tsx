import type { Channel } from '@sluice/contract/channel'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { ColorTag } from '../../components/color-tag.tsx'
import type { DataColumn } from '../../components/data-table.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import { StatusTag } from '../../components/status-tag.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { BalanceCell } from './balance-cell.tsx'
import { ChannelName, TagName } from './channel-name.tsx'
import type { ListItem, TagItem } from './channel-rows.ts'
import { ChannelStatusTag, ResponseBadge } from './health.tsx'
import { ChannelItemActions, type RowHandlers, TagItemActions } from './item-actions.tsx'
import { GroupList, ModelCount } from './lists.tsx'
import { splitNames } from './model-names.ts'
import { ChannelPriority, ChannelWeight, TagPriority, TagWeight } from './numbers.tsx'
import type { HealthById } from './queries.ts'
import type { ChannelActions } from './use-channel-actions.ts'

export interface ColumnsContext {
  t: TFunction<['channels', 'common']>
  typeLabel(type: number): string
  actions: ChannelActions
  handlers: RowHandlers
  health: HealthById
  /** Channel id to why its last test failed. */
  failedTests: ReadonlyMap<number, string>
}

/** A cell of a channel, and of a tag where the tag has something to say. */
const cell =
  (ofChannel: (channel: Channel) => ReactNode, ofTag: (item: TagItem) => ReactNode = () => null) =>
  (item: ListItem): ReactNode =>
    item.kind === 'tag' ? ofTag(item) : ofChannel(item.channel)

export function buildColumns({
  t,
  typeLabel,
  actions,
  handlers,
  health,
  failedTests,
}: ColumnsContext): DataColumn<ListItem>[] {
  return [
    {
      key: 'name',
      title: t('columns.name'),
      fixed: 'start',
      required: true,
      width: 200,
      flexible: true,
      sortable: true,
      render: cell(
        (channel) => <ChannelName channel={channel} />,
        (item) => <TagName item={item} />,
      ),
    },
    {
      key: 'id',
      sortable: true,
      title: t('columns.id'),
      width: 64,
      givesWay: 2,
      render: cell(({ id }) => <code>{id}</code>),
    },
    {
      key: 'status',
      sortable: true,
      title: t('columns.status'),
      width: 104,
      render: cell(
        (channel) => <ChannelStatusTag channel={channel} health={health.get(channel.id)} />,
        (item) => <TagStatus item={item} t={t} />,
      ),
    },
    {
      key: 'response_time',
      sortable: true,
      title: t('columns.response'),
      width: 104,
      render: cell(
        ({ id, response_time, test_time }) => (
          <ResponseBadge ms={response_time} testedAt={test_time} failure={failedTests.get(id)} />
        ),
        ({ responseMs }) => <ResponseBadge ms={responseMs} testedAt={0} />,
      ),
    },
    {
      key: 'type',
      sortable: true,
      title: t('columns.type'),
      width: 132,
      ellipsis: true,
      givesWay: 3,
      render: cell(({ type }) => typeLabel(type)),
    },
    {
      key: 'group',
      title: t('columns.groups'),
      width: 92,
      render: cell(
        ({ group }) => <GroupList groups={splitNames(group)} />,
        ({ groups }) => <GroupList groups={groups} />,
      ),
    },
    {
      key: 'models',
      givesWay: 1,
      title: t('columns.models'),
      width: 80,
      render: cell(({ models }) => <ModelCount models={splitNames(models)} />),
    },
    {
      key: 'used_quota',
      sortable: true,
      givesWay: 4,
      title: t('columns.used'),
      width: 92,
      align: 'right',
      render: cell(
        ({ used_quota }) => <QuotaText value={used_quota} />,
        ({ usedQuota }) => <QuotaText value={usedQuota} />,
      ),
    },
    {
      key: 'balance',
      sortable: true,
      title: t('columns.balance'),
      width: 96,
      align: 'right',
      render: cell((channel) => <BalanceCell channel={channel} actions={actions} />),
    },
    {
      key: 'priority',
      sortable: true,
      title: t('columns.priority'),
      width: 84,
      align: 'right',
      render: cell(
        (channel) => <ChannelPriority channel={channel} actions={actions} />,
        (item) => <TagPriority item={item} actions={actions} />,
      ),
    },
    {
      key: 'weight',
      sortable: true,
      title: t('columns.weight'),
      width: 84,
      align: 'right',
      render: cell(
        (channel) => <ChannelWeight channel={channel} actions={actions} />,
        (item) => <TagWeight item={item} actions={actions} />,
      ),
    },
    {
      key: 'tag',
      sortable: true,
      title: t('columns.tag'),
      width: 112,
      defaultHidden: true,
      render: cell(({ tag }) => tag !== null && <ColorTag color="neutral">{tag}</ColorTag>),
    },
    {
      key: 'test_time',
      sortable: true,
      title: t('columns.tested'),
      width: 120,
      defaultHidden: true,
      render: cell(({ test_time }) => <TimeText seconds={test_time} />),
    },
    {
      key: 'expired_time',
      sortable: true,
      title: t('columns.expires'),
      width: 120,
      defaultHidden: true,
      render: cell(({ expired_time }) => (
        <TimeText seconds={expired_time} none={t('common:time.noExpiry')} />
      )),
    },
    {
      key: 'created_time',
      sortable: true,
      title: t('columns.created'),
      width: 120,
      defaultHidden: true,
      render: cell(({ created_time }) => <TimeText seconds={created_time} />),
    },
    {
      key: 'actions',
      title: t('common:table.actions'),
      width: 148,
      render: cell(
        (channel) => <ChannelItemActions channel={channel} actions={actions} handlers={handlers} />,
        (item) => <TagItemActions item={item} actions={actions} handlers={handlers} />,
      ),
    },
  ]
}

/** Enabled as soon as one channel is; how many are, where not all. */
export function TagStatus({ item, t }: { item: TagItem; t: ColumnsContext['t'] }) {
  const { enabledCount, children } = item
  if (enabledCount === 0) return <StatusTag tone="neutral">{t('common:status.disabled')}</StatusTag>
  const isWhole = enabledCount === children.length
  return (
    <StatusTag tone="success">
      {isWhole
        ? t('common:status.enabled')
        : t('tag.partlyEnabled', { enabled: enabledCount, all: children.length })}
    </StatusTag>
  )
}
