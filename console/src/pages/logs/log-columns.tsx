import { Tooltip } from 'antd'
import type { TFunction } from 'i18next'
import type { DataColumn } from '../../components/data-table.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import { formatNumber, formatTime } from '../../lib/format.ts'
import { GroupTag, TimingTags, TypeTag } from './log-tags.tsx'
import css from './logs.module.css'
import { channelPathOf, isCall, type LogRow } from './parse-detail.ts'
import { RowSummary } from './row-summary.tsx'

type LogColumn = DataColumn<LogRow> & { adminOnly?: true }

/** Day and time without the year, which the hover has. */
export function LogTime({ seconds }: { seconds: number }) {
  const text = formatTime(seconds)
  return (
    <Tooltip title={text}>
      <time dateTime={new Date(seconds * 1000).toISOString()} className={css.number}>
        {text.slice(5)}
      </time>
    </Tooltip>
  )
}

export function ChannelName({ id, name }: { id: number; name: string }) {
  if (id === 0) return null
  return (
    <span className={css.channel}>
      {name !== '' && <span className={css.ellipsis}>{name}</span>}
      <span className={css.id}>#{id}</span>
    </span>
  )
}

/** The asked model, and what it was sent on as when that differs. */
export function ModelName({ row, t }: { row: LogRow; t: TFunction<'logs'> }) {
  const sentOn = row.detail.is_model_mapped ? row.detail.upstream_model_name : undefined
  if (sentOn === undefined) return <code className={css.ellipsis}>{row.model_name}</code>
  return (
    <Tooltip title={t('mappedTo', { model: sentOn })}>
      <span className={css.mapped}>
        <code className={css.ellipsis}>{row.model_name}</code>
        <span className={css.sentOn}>
          <span aria-hidden>→ </span>
          <code>{sentOn}</code>
        </span>
      </span>
    </Tooltip>
  )
}

function Tokens({ count, cached, t }: { count: number; cached?: number; t: TFunction<'logs'> }) {
  if (count === 0) return <span className={css.quiet}>–</span>
  const text = formatNumber(count)
  if (!cached) return <span className={css.number}>{text}</span>
  return (
    <Tooltip title={t('cached', { count: formatNumber(cached) as unknown as number })}>
      <span className={css.withCache}>{text}</span>
    </Tooltip>
  )
}

/** Pinned to the end: what a call cost is in sight however many columns there are. */
function Cost({ row }: { row: LogRow }) {
  if (row.quota === 0) return <span className={css.quiet}>–</span>
  return <QuotaText value={row.quota} decimals={6} />
}

/** The channels a call went to; a single one says nothing new and stays quiet. */
function Route({ path }: { path: string[] }) {
  return <span className={path.length > 1 ? css.number : css.quiet}>{path.join(' → ')}</span>
}

/** What only calls have. The sentence of another row takes the whole place of it. */
const callOnly = ['model', 'use_time', 'prompt', 'completion', 'retry', 'details']

/** How far a cell reaches: over all `callOnly` columns for a row that is no call, from the first shown one on. */
const spanOf =
  (key: string) =>
  (row: LogRow, visible: string[]): number => {
    if (isCall(row)) return 1
    const shown = visible.filter((column) => callOnly.includes(column))
    return shown[0] === key ? shown.length : 0
  }

const sentenceInstead = (column: LogColumn): LogColumn => ({
  ...column,
  span: spanOf(column.key),
  render: (row) => (isCall(row) ? column.render(row) : <RowSummary row={row} />),
})

export function buildLogColumns(t: TFunction<'logs'>, isAdmin: boolean): DataColumn<LogRow>[] {
  const ofCalls = (render: DataColumn<LogRow>['render']) => (row: LogRow) =>
    isCall(row) ? render(row) : null
  // biome-ignore format: one line a column, as far as it goes.
  const all: LogColumn[] = [
    { key: 'time', title: t('column.time'), width: 116, fixed: 'start', required: true, render: ({ created_at }) => <LogTime seconds={created_at} /> },
    { key: 'channel', title: t('column.channel'), width: 128, ellipsis: true, adminOnly: true, render: ofCalls(({ channel, channel_name }) => <ChannelName id={channel} name={channel_name} />) },
    { key: 'username', title: t('column.username'), width: 76, ellipsis: true, adminOnly: true, render: ({ username }) => username },
    { key: 'token', title: t('column.token'), width: 96, ellipsis: true, render: ofCalls(({ token_name }) => token_name) },
    { key: 'group', title: t('column.group'), width: 76, render: ofCalls(({ group }) => group !== '' && <GroupTag group={group} />) },
    { key: 'type', title: t('column.type'), width: 104, render: ({ type }) => <TypeTag type={type} /> },
    { key: 'model', title: t('column.model'), width: 190, ellipsis: true, render: ofCalls((row) => <ModelName row={row} t={t} />) },
    { key: 'use_time', title: t('column.useTime'), width: 176, render: ofCalls((row) => <TimingTags row={row} />) },
    { key: 'prompt', title: t('column.prompt'), width: 64, align: 'right', render: ofCalls((row) => <Tokens count={row.prompt_tokens} cached={row.detail.cache_tokens} t={t} />) },
    { key: 'completion', title: t('column.completion'), width: 64, align: 'right', render: ofCalls((row) => <Tokens count={row.completion_tokens} t={t} />) },
    { key: 'retry', title: t('column.retry'), width: 96, adminOnly: true, render: ofCalls((row) => <Route path={channelPathOf(row)} />) },
    { key: 'details', title: t('column.details'), width: 340, ellipsis: true, render: (row) => <RowSummary row={row} /> },
    { key: 'cost', title: t('column.cost'), width: 96, align: 'right', fixed: 'end', render: ofCalls((row) => <Cost row={row} />) },
  ]
  return all
    .filter(({ adminOnly }) => isAdmin || adminOnly === undefined)
    .map((column) => (callOnly.includes(column.key) ? sentenceInstead(column) : column))
}
