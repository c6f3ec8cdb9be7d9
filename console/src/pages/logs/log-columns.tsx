import { Tooltip } from 'antd'
import type { TFunction } from 'i18next'
import type { MouseEvent } from 'react'
import { ChannelName } from '../../components/channel-name.tsx'
import type { DataColumn } from '../../components/data-column.ts'
import { QuotaText } from '../../components/quota-text.tsx'
import texts from '../../components/text.module.css'
import { countText, formatNumber, formatPercent, formatTime } from '../../lib/format.ts'
import { cachedPercentOf, channelPathOf, isCall, isFailed, type LogRow } from './log-rows.ts'
import { GroupTag, Timing, TypeTag } from './log-tags.tsx'
import css from './logs.module.css'
import { ModelName } from './model-name.tsx'
import { RowSummary } from './row-summary.tsx'
import { type Breakpoint, breakpoints } from './use-breakpoint.ts'
import { useCauseText } from './use-cause.ts'
import { UserName } from './user-name.tsx'

/** Day and time without the year, which is shown on hover. A button, so that the keyboard opens the row too. */
function LogTime({ row, onOpen, t }: { row: LogRow; onOpen(row: LogRow): void; t: TFunction<'logs'> }) {
  const text = formatTime(row.created_at)
  const open = (event: MouseEvent) => {
    event.stopPropagation()
    onOpen(row)
  }
  return (
    <button
      type="button"
      className={css.time}
      title={text}
      aria-label={t('openRow', { time: text.slice(5), model: row.model_name })}
      onClick={open}
    >
      <time dateTime={new Date(row.created_at * 1000).toISOString()}>{text.slice(5)}</time>
    </button>
  )
}

/** `1,200 → 96 (63 %)`: input and output tokens, and how much of the input was cached. */
function Tokens({ row, t }: { row: LogRow; t: TFunction<'logs'> }) {
  const { prompt_tokens: input, completion_tokens: output, detail } = row
  if (input === 0 && output === 0) return <span className={css.quiet}>–</span>
  const percent = cachedPercentOf(row)
  return (
    <span className={texts.number}>
      {formatNumber(input)}
      <span className={texts.faint}> → </span>
      {formatNumber(output)}
      {percent !== null && (
        <Tooltip title={t('cached', { count: countText(detail.cache_tokens ?? 0) })}>
          <span className={css.quiet}> ({formatPercent(percent)})</span>
        </Tooltip>
      )}
    </span>
  )
}

/** Pinned to the end: the cost of a call, or the amount of a refund, is always visible. */
function Cost({ row }: { row: LogRow }) {
  if (row.quota === 0) return <span className={css.quiet}>–</span>
  return <QuotaText value={row.quota} style="call" />
}

/** The channel of a call and how many failed before it; all of them on hover. A failed call has a cross. */
function Route({ row }: { row: LogRow }) {
  const path = channelPathOf(row)
  const attempts = row.detail.admin_info?.attempts ?? []
  const names = path.map((id, index) => attempts[index]?.channel_name || `#${id}`)
  const last = row.channel_name || names.at(-1) || (row.channel === 0 ? '' : `#${row.channel}`)
  if (last === '') return <span className={css.quiet}>–</span>
  return (
    <span className={texts.number} title={names.join(' → ')}>
      <span className={isFailed(row) ? texts.bad : texts.faint} aria-hidden>
        {isFailed(row) ? '─✕ ' : '─▶ '}
      </span>
      {path.length > 1 && <span className={css.slow}>{path.length}× </span>}
      <bdi>{last}</bdi>
    </span>
  )
}

/** Why a call failed, across the columns of an answer. */
function WhyFailed({ row }: { row: LogRow }) {
  const whatOf = useCauseText()
  const text = whatOf(row)
  return (
    <span className={`${css.why} ${texts.cutBlock} ${texts.bad}`} title={text}>
      {text}
    </span>
  )
}

/** Columns of calls only. The message of another row spans all of them. */
const callOnly = ['model', 'token', 'group', 'tokens', 'use_time', 'details', 'retry']
/** Columns of an answer. The cause spans them in a call that has none. */
const answerOnly = ['tokens', 'use_time', 'details']

/** The span of a cell: the columns that a row cannot fill and that follow each other, from the first visible one on. */
const spanOf =
  (key: string) =>
  (row: LogRow, visible: string[]): number => {
    const spanned = !isCall(row) ? callOnly : isFailed(row) ? answerOnly : []
    if (!spanned.includes(key)) return 1
    const at = visible.indexOf(key)
    if (at > 0 && spanned.includes(visible[at - 1] ?? '')) return 0
    const end = visible.findIndex((column, index) => index > at && !spanned.includes(column))
    return (end === -1 ? visible.length : end) - at
  }

const sentenceInstead = (column: DataColumn<LogRow>): DataColumn<LogRow> => ({
  ...column,
  span: spanOf(column.key),
  render(row) {
    if (!isCall(row)) return <RowSummary row={row} />
    if (isFailed(row) && answerOnly.includes(column.key)) return <WhyFailed row={row} />
    return column.render(row)
  },
})

interface LogColumnsView {
  isAdmin: boolean
  breakpoint: Breakpoint
  onOpen(row: LogRow): void
}

/**
 * The columns, and those visible by default at this window width: the most informative ones first, so that the cost is
 * visible without horizontal scrolling. What is the same in nearly all rows is hidden at first.
 */
export function buildLogColumns(
  t: TFunction<'logs'>,
  { isAdmin, breakpoint, onOpen }: LogColumnsView,
): DataColumn<LogRow>[] {
  const ofCalls = (render: DataColumn<LogRow>['render']) => (row: LogRow) => (isCall(row) ? render(row) : null)
  const below = (least: Breakpoint) => breakpoints.indexOf(breakpoint) < breakpoints.indexOf(least)
  // Administrators have two more columns before it.
  const detailsHidden = isAdmin || below('roomy')
  // biome-ignore format: one line a column, as far as it goes.
  const all: DataColumn<LogRow>[] = [
    { key: 'time', title: t('column.time'), width: 122, fixed: 'start', required: true, render: (row) => <LogTime row={row} onOpen={onOpen} t={t} /> },
    { key: 'model', title: t('column.model'), width: 160, flexible: true, ellipsis: true, render: ofCalls((row) => <ModelName row={row} t={t} />) },
    { key: 'username', title: t('column.username'), width: 90, ellipsis: true, adminOnly: true, render: (row) => <UserName row={row} /> },
    { key: 'token', title: t('column.token'), width: 120, givesWay: 1, flexible: true, ellipsis: true, defaultHidden: isAdmin && below('normal'), render: ofCalls(({ token_name }) => <bdi>{token_name}</bdi>) },
    { key: 'group', title: t('column.group'), width: 80, ellipsis: true, defaultHidden: true, render: ofCalls(({ group }) => group !== '' && <GroupTag group={group} />) },
    { key: 'type', title: t('column.type'), width: 106, defaultHidden: true, render: ({ type }) => <TypeTag type={type} /> },
    { key: 'tokens', title: t('column.tokens'), width: 172, align: 'right', render: ofCalls((row) => <Tokens row={row} t={t} />) },
    { key: 'use_time', title: t('column.useTime'), width: 130, align: 'right', render: ofCalls((row) => <Timing row={row} />) },
    { key: 'details', title: t('column.details'), width: 200, givesWay: 2, flexible: true, ellipsis: true, defaultHidden: detailsHidden, render: (row) => <RowSummary row={row} /> },
    { key: 'channel', title: t('column.channel'), width: 120, ellipsis: true, adminOnly: true, defaultHidden: true, render: ofCalls(({ channel, channel_name }) => <ChannelName id={channel} name={channel_name} />) },
    { key: 'retry', title: t('column.retry'), width: 170, givesWay: 3, flexible: true, ellipsis: true, adminOnly: true, defaultHidden: below('normal'), render: ofCalls((row) => <Route row={row} />) },
    { key: 'cost', title: t('column.cost'), width: 98, align: 'right', fixed: 'end', render: (row) => (isCall(row) || row.quota < 0 ? <Cost row={row} /> : null) },
  ]
  return all.map((column) => (callOnly.includes(column.key) ? sentenceInstead(column) : column))
}
