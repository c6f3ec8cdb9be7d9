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
import css from './channels.module.css'
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
      width: 156,
      flexible: true,
      render: cell(
        (channel) => (
          <div className={css.nameCell}>
            <ChannelName channel={channel} />
          </div>
        ),
        (item) => <TagName item={item} />,
      ),
    },
    {
      key: 'id',
      title: t('columns.id'),
      width: 48,
      givesWay: 2,
      render: cell(({ id }) => <code>{id}</code>),
    },
    {
      key: 'status',
      title: t('columns.status'),
      width: 104,
      render: cell(
        (channel) => <ChannelStatusTag channel={channel} health={health.get(channel.id)} />,
        (item) => <TagStatus item={item} t={t} />,
      ),
    },
    {
      key: 'response_time',
      title: t('columns.response'),
      width: 88,
      render: cell(
        ({ id, response_time, test_time }) => (
          <ResponseBadge ms={response_time} testedAt={test_time} failure={failedTests.get(id)} />
        ),
        ({ responseMs }) => <ResponseBadge ms={responseMs} testedAt={0} />,
      ),
    },
    {
      key: 'type',
      title: t('columns.type'),
      width: 80,
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
      title: t('columns.used'),
      width: 80,
      align: 'right',
      render: cell(
        ({ used_quota }) => <QuotaText value={used_quota} />,
        ({ usedQuota }) => <QuotaText value={usedQuota} />,
      ),
    },
    {
      key: 'balance',
      title: t('columns.balance'),
      width: 84,
      align: 'right',
      render: cell((channel) => <BalanceCell channel={channel} actions={actions} />),
    },
    {
      key: 'priority',
      title: t('columns.priority'),
      width: 68,
      align: 'right',
      render: cell(
        (channel) => <ChannelPriority channel={channel} actions={actions} />,
        (item) => <TagPriority item={item} actions={actions} />,
      ),
    },
    {
      key: 'weight',
      title: t('columns.weight'),
      width: 68,
      align: 'right',
      render: cell(
        (channel) => <ChannelWeight channel={channel} actions={actions} />,
        (item) => <TagWeight item={item} actions={actions} />,
      ),
    },
    {
      key: 'tag',
      title: t('columns.tag'),
      width: 112,
      defaultHidden: true,
      render: cell(({ tag }) => tag !== null && <ColorTag color="neutral">{tag}</ColorTag>),
    },
    {
      key: 'test_time',
      title: t('columns.tested'),
      width: 120,
      defaultHidden: true,
      render: cell(({ test_time }) => <TimeText seconds={test_time} />),
    },
    {
      key: 'expired_time',
      title: t('columns.expires'),
      width: 120,
      defaultHidden: true,
      render: cell(({ expired_time }) => (
        <TimeText seconds={expired_time} none={t('common:time.noExpiry')} />
      )),
    },
    {
      key: 'created_time',
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
