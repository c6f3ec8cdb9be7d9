import type { ListedChannel } from '@sluice/contract/channel-list'
import { channelTypeOf } from '@sluice/contract/channel-types'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { HoverTip } from '../../components/hover-tip.tsx'
import { Nothing } from '../../components/nothing.tsx'
import { formatBalance, formatRelative, formatTime } from '../../lib/format.ts'
import type { TagItem } from './channel-rows.ts'
import css from './channels.module.css'
import { LinesTip } from './lines-tip.tsx'
import type { ChannelActions } from './use-channel-actions.ts'

export interface BalanceCellProps {
  channel: ListedChannel
  actions: ChannelActions
  /** Outside a column that is headed so, the label is before the balance, or part of the button that reads it. */
  hasLabel?: boolean
}

/**
 * The balance from the last request to the upstream. A click requests it again, if upstreams of the type report one.
 */
export function BalanceCell(props: BalanceCellProps) {
  if (channelTypeOf(props.channel.type)?.hasBalance === true) return <AskedBalance {...props} />
  return props.hasLabel ? null : <NoBalance />
}

function NoBalance() {
  const { t } = useTranslation('channels')
  return (
    <HoverTip title={t('balance.unreadable')}>
      <Nothing />
    </HoverTip>
  )
}

function AskedBalance({ channel, actions, hasLabel = false }: BalanceCellProps) {
  const { t, i18n } = useTranslation('channels')
  const { balance, balance_currency: currency, balance_updated_time: at, name } = channel
  const text = at === 0 ? t(hasLabel ? 'balance.askWhole' : 'balance.ask') : formatBalance(balance, currency)
  const ago = formatRelative(at, Date.now() / 1000, i18n.resolvedLanguage ?? 'zh')
  if (!actions.mayOperate && at === 0) return hasLabel ? null : <Nothing />
  const button = !actions.mayOperate ? (
    <HoverTip title={t('balance.askedAt', { ago, time: formatTime(at) })}>
      <span className={balance <= 0 ? css.balanceEmpty : css.tagBalance}>{text}</span>
    </HoverTip>
  ) : (
    <HoverTip title={at === 0 ? t('balance.never') : t('balance.askedAt', { ago, time: formatTime(at) })}>
      <Button
        size="small"
        type="text"
        className={at === 0 ? css.balanceUnknown : balance <= 0 ? css.balanceEmpty : css.balance}
        loading={actions.asking.has(channel.id)}
        aria-label={at === 0 ? t('balance.askOf', { name }) : t('balance.askAgain', { name, balance: text })}
        onClick={() => actions.updateBalance(channel)}
      >
        {text}
      </Button>
    </HoverTip>
  )
  if (!hasLabel || at === 0) return button
  return (
    <>
      {t('columns.balance')} {button}
    </>
  )
}

export interface TagBalanceProps {
  item: TagItem
  /** Shows one currency and the number of others, for columns as wide as one amount. */
  isShort?: boolean
}

/** The balances of a tag's channels by currency. On hover, the number of channels with a known balance. */
export function TagBalance({ item, isShort = false }: TagBalanceProps) {
  const { t } = useTranslation('channels')
  const { balances, balanceCount, children } = item
  if (balanceCount === 0) return null
  const amounts = balances.map(({ amount, currency }) => formatBalance(amount, currency))
  const all = amounts.join(' + ')
  const text = isShort && amounts.length > 1 ? `${amounts[0]} +${amounts.length - 1}` : all
  const isEmpty = balances.every(({ amount }) => amount <= 0)
  const known = t('tag.balanceOf', { known: balanceCount, all: children.length })
  return (
    <LinesTip lines={text === all ? [known] : [all, known]}>
      <span className={isEmpty ? css.balanceEmpty : css.tagBalance}>{text}</span>
    </LinesTip>
  )
}
