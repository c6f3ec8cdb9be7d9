import type { ChannelHealthEntry } from '@sluice/contract/channel-health'
import type { ListedChannel } from '@sluice/contract/channel-list'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import { HoverTip } from '../../components/hover-tip.tsx'
import { StatusTag } from '../../components/status-tag.tsx'
import { formatDuration, formatRelative, formatTime } from '../../lib/format.ts'
import { currentReader } from '../../lib/message-reader.ts'
import { reasonText } from '../../lib/reason-text.ts'
import { channelStateOf, findProblem, parseStatusReason, responseTone, stateTone } from './channel-state.ts'
import { LinesTip } from './lines-tip.tsx'

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

export interface ChannelStatusTagProps {
  channel: ListedChannel
  /** Recent calls through the channel; absent = unknown. */
  health: ChannelHealthEntry | undefined
}

/**
 * The state of a channel. On hover and focus: why and when the gateway disabled it, and the problems of recent calls.
 */
export function ChannelStatusTag({ channel, health }: ChannelStatusTagProps) {
  const { t, i18n } = useTranslation(['channels', 'common'])
  const state = channelStateOf(channel, nowSeconds())
  const trouble = state === 'enabled' ? findProblem(channel, health) : null
  const tag =
    trouble === null ? (
      <StatusTag tone={stateTone[state]}>{t(`common:status.${state}`)}</StatusTag>
    ) : (
      <StatusTag tone={trouble === 'keyless' ? 'error' : 'warning'}>{t(`health.${trouble}`)}</StatusTag>
    )
  const lines = [...whyDisabled(), ...whatFailed()]
  if (lines.length === 0) return tag
  return <LinesTip lines={lines}>{tag}</LinesTip>

  function whyDisabled(): string[] {
    if (state === 'expired') return [t('status.expiredAt', { time: formatTime(channel.expired_time) })]
    const cause = state === 'autoDisabled' ? parseStatusReason(channel.other_info, currentReader()) : null
    if (cause === null) return []
    const reason = t('status.reason', { reason: reasonText(cause) })
    return cause.at > 0 ? [reason, t('status.at', { time: formatTime(cause.at) })] : [reason]
  }

  function whatFailed(): string[] {
    if (trouble === 'keyless') return [t('health.keylessWhy')]
    if (health === undefined || state !== 'enabled') return []
    const { rest_seconds: seconds, failures, refused_keys: refused, last_error: error, last_error_time: at } = health
    const language = i18n.resolvedLanguage ?? 'zh'
    return [
      ...(seconds > 0 ? [t('health.restsFor', { seconds })] : []),
      ...(failures > 0 ? [t('health.failures', { count: failures })] : []),
      ...(refused > 0 ? [t('health.refusedKeys', { count: refused })] : []),
      ...(error === '' ? [] : [t('health.lastError', { error, ago: formatRelative(at, nowSeconds(), language) })]),
    ]
  }
}

export interface ResponseBadgeProps {
  ms: number
  testedAt: number
  /** Why the last test failed, '' = unknown; absent = it passed. */
  failure?: string | undefined
}

/** The duration of the last test, and whether it failed. */
export function ResponseBadge({ ms, testedAt, failure }: ResponseBadgeProps) {
  const { t, i18n } = useTranslation('channels')
  const time = ms === 0 ? t('response.untested') : formatDuration(ms)
  const badge =
    failure === undefined ? (
      <ColorTag color={responseTone(ms)}>{time}</ColorTag>
    ) : (
      <ColorTag color="red">{t('response.failed')}</ColorTag>
    )
  if (testedAt <= 0) return badge
  const ago = formatRelative(testedAt, nowSeconds(), i18n.resolvedLanguage ?? 'zh')
  const when = t('response.testedAt', { ago, time: formatTime(testedAt) })
  if (failure === undefined || failure === '') return <HoverTip title={when}>{badge}</HoverTip>
  const because = t('response.failedBecause', { reason: failure })
  return <LinesTip lines={[because, when]}>{badge}</LinesTip>
}
