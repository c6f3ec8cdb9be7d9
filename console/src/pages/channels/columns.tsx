import type { ListedChannel } from '@sluice/contract/channel-list'
import i18next, { type TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { ColorTag } from '../../components/color-tag.tsx'
import type { DataColumn } from '../../components/data-column.ts'
import { QuotaText } from '../../components/quota-text.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { formatList } from '../../lib/format-list.ts'
import { BalanceCell, TagBalance } from './balance-cell.tsx'
import { ChannelCost, ChannelMarginText } from './channel-margin.tsx'
import { ChannelName, TagName } from './channel-name.tsx'
import type { ListItem, TagItem } from './channel-rows.ts'
import { ChannelStatusTag, ResponseBadge } from './health.tsx'
import { ChannelItemActions, type RowHandlers, TagItemActions } from './item-actions.tsx'
import { GroupList, ModelSummary } from './lists.tsx'
import { splitNames } from './model-names.ts'
import { ChannelPriority, ChannelWeight, TagPriority, TagWeight } from './numbers.tsx'
import type { ErrorCounts, HealthById } from './queries.ts'
import { ChannelErrors, TagErrors } from './recent-errors.tsx'
import { TagStatus } from './tag-status.tsx'
import type { ChannelActions } from './use-channel-actions.ts'

export interface ColumnsContext {
  t: TFunction<['channels', 'common']>
  typeLabel(type: number): string
  actions: ChannelActions
  handlers: RowHandlers
  health: HealthById
  /** The failed calls of the last hour; absent = unknown. */
  errors: ErrorCounts | undefined
  /** The channels of the page. */
  pageIds: readonly number[]
  /** Channel id → why its last test failed. */
  failedTests: ReadonlyMap<number, string>
  /** The list is sorted by id, so that the ids stay visible. */
  idSort: boolean
}

/** A cell for a channel, and for a tag if the column has a value for tags. */
const cell =
  (ofChannel: (channel: ListedChannel) => ReactNode, ofTag: (item: TagItem) => ReactNode = () => null) =>
  (item: ListItem): ReactNode =>
    item.kind === 'tag' ? ofTag(item) : ofChannel(item.channel)

export function buildColumns({
  t,
  typeLabel,
  actions,
  handlers,
  health,
  errors,
  pageIds,
  failedTests,
  idSort,
}: ColumnsContext): DataColumn<ListItem>[] {
  return [
    {
      key: 'name',
      title: t('columns.name'),
      fixed: 'start',
      required: true,
      width: 168,
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
      ...(!idSort && { givesWay: 2 }),
      render: cell(({ id }) => <code>{id}</code>),
    },
    {
      key: 'status',
      sortable: true,
      title: t('columns.status'),
      // Wide enough for the sum of a tag's channels.
      width: 124,
      render: cell(
        (channel) => <ChannelStatusTag channel={channel} health={health.get(channel.id)} />,
        (item) => <TagStatus item={item} health={health} />,
      ),
    },
    {
      key: 'response_time',
      sortable: true,
      title: t('columns.response'),
      width: 96,
      render: cell(
        ({ id, response_time, test_time }) => (
          <ResponseBadge ms={response_time} testedAt={test_time} failure={failedTests.get(id)} />
        ),
        ({ responseMs, lastTest }) => <ResponseBadge ms={responseMs} testedAt={lastTest} />,
      ),
    },
    {
      key: 'errors',
      title: t('columns.errors'),
      width: 96,
      render: cell(
        ({ id }) => <ChannelErrors id={id} counts={errors} />,
        ({ children }) => <TagErrors ids={children.map(({ key }) => key)} counts={errors} />,
      ),
    },
    {
      key: 'type',
      sortable: true,
      title: t('columns.type'),
      width: 172,
      flexible: true,
      ellipsis: true,
      givesWay: 1,
      render: cell(
        ({ type }) => typeLabel(type),
        ({ types }) => formatList(types.map(typeLabel), i18next.resolvedLanguage),
      ),
    },
    {
      key: 'group',
      sortable: true,
      title: t('columns.groups'),
      givesWay: 6,
      width: 104,
      render: cell(
        ({ group }) => <GroupList groups={splitNames(group)} />,
        ({ groups }) => <GroupList groups={groups} />,
      ),
    },
    {
      key: 'models',
      sortable: true,
      givesWay: 4,
      title: t('columns.models'),
      width: 140,
      flexible: true,
      ellipsis: true,
      render: cell(
        ({ id, model_count, first_models }) => (
          <ModelSummary first={first_models} count={model_count} ids={() => [id]} />
        ),
        ({ firstModels, modelCount, children }) => (
          <ModelSummary first={firstModels} count={modelCount} ids={() => children.map(({ key }) => key)} />
        ),
      ),
    },
    {
      key: 'used_quota',
      sortable: true,
      givesWay: 3,
      title: t('columns.used'),
      width: 88,
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
      render: cell(
        (channel) => <BalanceCell channel={channel} actions={actions} />,
        (item) => <TagBalance item={item} isShort />,
      ),
    },
    {
      key: 'priority',
      sortable: true,
      title: t('columns.priority'),
      givesWay: 7,
      width: 80,
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
      givesWay: 5,
      width: 78,
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
      render: cell(({ tag }) => tag !== '' && <ColorTag color="neutral">{tag}</ColorTag>),
    },
    {
      key: 'cost',
      title: t('columns.cost'),
      width: 112,
      align: 'right',
      defaultHidden: true,
      render: cell(({ id }) => <ChannelCost id={id} pageIds={pageIds} />),
    },
    {
      key: 'margin',
      title: t('columns.margin'),
      width: 112,
      align: 'right',
      defaultHidden: true,
      render: cell(({ id }) => <ChannelMarginText id={id} pageIds={pageIds} />),
    },
    timeColumn('test_time', t('columns.tested'), ({ lastTest }) => lastTest),
    timeColumn('expired_time', t('columns.expires'), ({ firstExpiry }) => firstExpiry, t('common:time.noExpiry')),
    timeColumn('created_time', t('columns.created'), ({ lastCreation }) => lastCreation),
    {
      key: 'actions',
      title: t('common:table.actions'),
      width: 152,
      render: cell(
        (channel) => <ChannelItemActions channel={channel} actions={actions} handlers={handlers} />,
        (item) => <TagItemActions item={item} actions={actions} handlers={handlers} />,
      ),
    },
  ]
}

/** A time of a channel, and for a tag the one that `ofTag` chooses. `none`: instead of no time. */
const timeColumn = (
  key: 'created_time' | 'expired_time' | 'test_time',
  title: string,
  ofTag: (item: TagItem) => number,
  none?: string,
): DataColumn<ListItem> => ({
  key,
  sortable: true,
  title,
  width: 120,
  defaultHidden: true,
  render: cell(
    (channel) => <TimeText seconds={channel[key]} none={none} />,
    (item) => <TimeText seconds={ofTag(item)} none={none} />,
  ),
})
