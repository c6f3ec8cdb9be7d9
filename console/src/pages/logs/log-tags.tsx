import { type LogType, logType } from '@sluice/contract/roles'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { ColorTag, type TagColor } from '../../components/color-tag.tsx'
import { StatusTag, type StatusTone } from '../../components/status-tag.tsx'
import texts from '../../components/text.module.css'
import { formatDuration } from '../../lib/format.ts'
import { firstTokenMsOf, type LogRow, totalMsOf } from './log-rows.ts'
import css from './logs.module.css'
import { firstTokenColor, useTimeColor } from './timing-colors.ts'

const types = {
  [logType.topUp]: { name: 'topUp', color: 'teal' },
  [logType.consume]: { name: 'consume', color: 'neutral' },
  [logType.manage]: { name: 'manage', color: 'orange' },
  [logType.system]: { name: 'system', color: 'purple' },
  [logType.error]: { name: 'error', color: 'red' },
} as const satisfies Partial<Record<LogType, { name: string; color: TagColor }>>

const isKnownType = (type: number): type is keyof typeof types => Object.hasOwn(types, type)

export function TypeTag({ type }: { type: number }) {
  const { t } = useTranslation('logs')
  if (!isKnownType(type)) return <ColorTag color="neutral">{t('type.unknown')}</ColorTag>
  const { name, color } = types[type]
  return <ColorTag color={color}>{t(`type.${name}`)}</ColorTag>
}

const groupColors: Record<string, TagColor> = { vip: 'yellow', pro: 'yellow', svip: 'red', premium: 'red' }

export function GroupTag({ group }: { group: string }) {
  return <ColorTag color={groupColors[group] ?? 'neutral'}>{group}</ColorTag>
}

const endTones = {
  complete: 'success',
  client_gone: 'warning',
  upstream_cut: 'error',
  upstream_error: 'error',
  limit: 'warning',
  error: 'error',
  recovered: 'info',
  corrected: 'info',
} as const satisfies Record<string, StatusTone>

const isKnownEnd = (end: string): end is keyof typeof endTones => Object.hasOwn(endTones, end)

export function EndTag({ end }: { end: string }) {
  const { t } = useTranslation('logs')
  if (!isKnownEnd(end)) return <StatusTag tone="neutral">{end}</StatusTag>
  return <StatusTag tone={endTones[end]}>{t(`end.${end}`)}</StatusTag>
}

const slowness: Partial<Record<TagColor, string | undefined>> = { orange: css.slow, red: texts.bad }

/** `0.54 / 1.95 s`: time to the first token, and of the whole call. Only slow ones have a colour. */
export function Timing({ row }: { row: LogRow }) {
  const { t } = useTranslation('logs')
  const totalMs = totalMsOf(row)
  const firstTokenMs = firstTokenMsOf(row)
  const timeColor = useTimeColor(totalMs)
  return (
    <span className={texts.number}>
      {firstTokenMs !== null && (
        <>
          <span className={slowness[firstTokenColor(firstTokenMs)]} title={t('firstTokenHint')}>
            {formatDuration(firstTokenMs)}
          </span>
          <span className={texts.faint}> / </span>
        </>
      )}
      <span className={slowness[timeColor]} title={t('useTimeHint')}>
        {formatDuration(totalMs)}
      </span>
    </span>
  )
}

export function EstimatedTag() {
  const { t } = useTranslation('logs')
  return (
    <Tooltip title={t('estimatedHint')}>
      <span>
        <ColorTag color="yellow">{t('estimated')}</ColorTag>
      </span>
    </Tooltip>
  )
}
