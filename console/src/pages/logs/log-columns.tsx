import { Tooltip } from 'antd'
import type { TFunction } from 'i18next'
import { ChannelName } from '../../components/channel-name.tsx'
import type { DataColumn } from '../../components/data-column.ts'
import { Row } from '../../components/layout.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import texts from '../../components/text.module.css'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { countText, formatNumber, formatTime } from '../../lib/format.ts'
import { channelPathOf, isCall, type LogRow } from './log-rows.ts'
import { GroupTag, TimingTags, TypeTag } from './log-tags.tsx'
import css from './logs.module.css'
import { RowSummary } from './row-summary.tsx'
import { type Breakpoint, breakpoints } from './use-breakpoint.ts'
import { UserName } from './user-name.tsx'

/** Day and time without the year, which is shown on hover. */
function LogTime({ seconds }: { seconds: number }) {
  const text = formatTime(seconds)
  return (
    <Tooltip title={text}>
      <time dateTime={new Date(seconds * 1000).toISOString()} className={texts.number}>
        {text.slice(5)}
      </time>
    </Tooltip>
  )
}

/** The requested model, and below it the upstream's model if it differs, or the error of a failed call. */
export function ModelName({ row, t }: { row: LogRow; t: TFunction<'logs'> }) {
  const sentOn = row.detail.is_model_mapped ? row.detail.upstream_model_name : undefined
  const requested = (
    <Row as="span" gap={6} shrink>
      <VendorMark model={row.model_name} />
      <code className={css.ellipsis} title={row.model_name}>
        {row.model_name}
      </code>
    </Row>
  )
  if (row.detail.error !== undefined)
    return (
      <span className={css.mapped}>
        {requested}
        <code className={css.failedWith}>{row.detail.error.code}</code>
        {row.isShared && <SameCall t={t} />}
      </span>
    )
  if (row.isShared)
    return (
      <span className={css.mapped}>
        {requested}
        <SameCall t={t} />
      </span>
    )
  if (sentOn === undefined) return requested
  return (
    <Tooltip title={t('mappedTo', { model: sentOn })}>
      <span className={css.mapped}>
        {requested}
        <span className={css.sentOn}>
          <span aria-hidden>→ </span>
          <code>{sentOn}</code>
        </span>
      </span>
    </Tooltip>
  )
}

function SameCall({ t }: { t: TFunction<'logs'> }) {
  return (
    <Tooltip title={t('sameCallHint')}>
      <span className={css.sentOn}>
        <span aria-hidden>↔ </span>
        {t('sameCall')}
      </span>
    </Tooltip>
  )
}

/** `1,200 → 96`: input and output tokens. */
function Tokens({ row, t }: { row: LogRow; t: TFunction<'logs'> }) {
  const { prompt_tokens: input, completion_tokens: output, detail } = row
  if (input === 0 && output === 0) return <span className={css.quiet}>–</span>
  const cached = detail.cache_tokens
  const inputText = formatNumber(input)
  return (
    <span className={texts.number}>
      {cached ? (
        <Tooltip title={t('cached', { count: countText(cached) })}>
          <span className={css.withCache}>{inputText}</span>
        </Tooltip>
      ) : (
        inputText
      )}
      <span className={texts.faint}> → </span>
      {formatNumber(output)}
    </span>
  )
}

/** Pinned to the end: the cost of a call, or the amount of a refund, is always visible. */
function Cost({ row }: { row: LogRow }) {
  if (row.quota === 0) return <span className={css.quiet}>–</span>
  return <QuotaText value={row.quota} style="call" />
}

/** The channels of a call; a single one is shown subdued. */
function Route({ path }: { path: string[] }) {
  return <span className={path.length > 1 ? texts.number : css.quiet}>{path.join(' → ')}</span>
}

/** Columns of calls only. The message of another row spans all of them. */
const callOnly = ['model', 'use_time', 'tokens', 'retry', 'details']

/** The span of a cell: all `callOnly` columns for a row that is not a call, starting at the first visible one. */
const spanOf =
  (key: string) =>
  (row: LogRow, visible: string[]): number => {
    if (isCall(row)) return 1
    const shown = visible.filter((column) => callOnly.includes(column))
    return shown[0] === key ? shown.length : 0
  }

const sentenceInstead = (column: DataColumn<LogRow>): DataColumn<LogRow> => ({
  ...column,
  span: spanOf(column.key),
  render: (row) => (isCall(row) ? column.render(row) : <RowSummary row={row} />),
})

/**
 * The columns, and those visible by default at this window width: the most informative ones first, so that the cost is
 * visible without horizontal scrolling.
 */
export function buildLogColumns(
  t: TFunction<'logs'>,
  { isAdmin, breakpoint }: { isAdmin: boolean; breakpoint: Breakpoint },
): DataColumn<LogRow>[] {
  const ofCalls = (render: DataColumn<LogRow>['render']) => (row: LogRow) => (isCall(row) ? render(row) : null)
  const below = (least: Breakpoint) => breakpoints.indexOf(breakpoint) < breakpoints.indexOf(least)
  // Administrators have two more columns before it.
  const detailsHidden = below(isAdmin ? 'full' : 'normal')
  // biome-ignore format: one line a column, as far as it goes.
  const all: DataColumn<LogRow>[] = [
    { key: 'time', title: t('column.time'), width: 122, fixed: 'start', required: true, render: ({ created_at }) => <LogTime seconds={created_at} /> },
    { key: 'channel', title: t('column.channel'), width: 120, ellipsis: true, adminOnly: true, defaultHidden: below('normal'), render: ofCalls(({ channel, channel_name }) => <ChannelName id={channel} name={channel_name} />) },
    { key: 'username', title: t('column.username'), width: 80, ellipsis: true, adminOnly: true, render: (row) => <UserName row={row} /> },
    { key: 'token', title: t('column.token'), width: 96, ellipsis: true, defaultHidden: below('normal'), render: ofCalls(({ token_name }) => token_name) },
    { key: 'group', title: t('column.group'), width: 80, ellipsis: true, defaultHidden: below('roomy'), render: ofCalls(({ group }) => group !== '' && <GroupTag group={group} />) },
    { key: 'type', title: t('column.type'), width: 106, defaultHidden: below('roomy'), render: ({ type }) => <TypeTag type={type} /> },
    { key: 'model', title: t('column.model'), width: 130, flexible: true, ellipsis: true, render: ofCalls((row) => <ModelName row={row} t={t} />) },
    { key: 'use_time', title: t('column.useTime'), width: 178, render: ofCalls((row) => <TimingTags row={row} />) },
    { key: 'tokens', title: t('column.tokens'), width: 116, align: 'right', render: ofCalls((row) => <Tokens row={row} t={t} />) },
    { key: 'retry', title: t('column.retry'), width: 110, ellipsis: true, adminOnly: true, defaultHidden: below('full'), render: ofCalls((row) => <Route path={channelPathOf(row)} />) },
    { key: 'details', title: t('column.details'), width: 200, flexible: true, ellipsis: true, defaultHidden: detailsHidden, render: (row) => <RowSummary row={row} /> },
    { key: 'cost', title: t('column.cost'), width: 98, align: 'right', fixed: 'end', render: (row) => (isCall(row) || row.quota < 0 ? <Cost row={row} /> : null) },
  ]
  return all.map((column) => (callOnly.includes(column.key) ? sentenceInstead(column) : column))
}
