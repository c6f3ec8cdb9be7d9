import type { Channel } from '@sluice/contract/channel'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import { StatusTag } from '../../components/status-tag.tsx'
import { formatDuration, formatRelative, formatTime } from '../../lib/format.ts'
import { channelStateOf, parseStatusReason, responseTone, stateTone } from './channel-state.ts'
import css from './channels.module.css'

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** The state in a word; why and since when on hover and focus, where the channel was disabled by itself. */
export function ChannelStatusTag({ channel }: { channel: Channel }) {
  const { t } = useTranslation(['channels', 'common'])
  const state = channelStateOf(channel, nowSeconds())
  const tag = <StatusTag tone={stateTone[state]}>{t(`common:status.${state}`)}</StatusTag>
  const why = whyOf()
  if (why === null) return tag
  return (
    <Tooltip title={<div className={css.why}>{why}</div>}>
      <button type="button" className={css.plainButton}>
        {tag}
      </button>
    </Tooltip>
  )

  function whyOf() {
    if (state === 'expired') return t('status.expiredAt', { time: formatTime(channel.expired_time) })
    const cause = state === 'autoDisabled' ? parseStatusReason(channel.other_info) : null
    if (cause === null) return null
    return (
      <>
        <div>{t('status.reason', { reason: cause.reason })}</div>
        {cause.at > 0 && <div>{t('status.at', { time: formatTime(cause.at) })}</div>}
      </>
    )
  }
}

/** How long the last test took. */
export function ResponseBadge({ ms, testedAt }: { ms: number; testedAt: number }) {
  const { t, i18n } = useTranslation('channels')
  const badge = (
    <ColorTag color={responseTone(ms)}>{ms === 0 ? t('response.untested') : formatDuration(ms)}</ColorTag>
  )
  if (testedAt <= 0) return badge
  const ago = formatRelative(testedAt, nowSeconds(), i18n.resolvedLanguage ?? 'zh')
  return <Tooltip title={t('response.testedAt', { ago, time: formatTime(testedAt) })}>{badge}</Tooltip>
}
