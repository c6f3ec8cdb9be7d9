import type { ListedChannel } from '@sluice/contract/channel-list'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { HoverTip } from '../../components/hover-tip.tsx'
import { formatBalance, formatRelative, formatTime } from '../../lib/format.ts'
import type { TagItem } from './channel-rows.ts'
import css from './channels.module.css'
import type { ChannelActions } from './use-channel-actions.ts'

/** What was left when the upstream was last asked; a click asks again. */
export function BalanceCell({ channel, actions }: { channel: ListedChannel; actions: ChannelActions }) {
  const { t, i18n } = useTranslation('channels')
  const { balance, balance_currency: currency, balance_updated_time: at, name } = channel
  const text = at === 0 ? t('balance.ask') : formatBalance(balance, currency)
  const ago = formatRelative(at, Date.now() / 1000, i18n.resolvedLanguage ?? 'zh')
  return (
    <HoverTip title={at === 0 ? t('balance.never') : t('balance.askedAt', { ago, time: formatTime(at) })}>
      <Button
        size="small"
        type="text"
        className={at === 0 ? css.balanceUnknown : balance <= 0 ? css.balanceEmpty : css.balance}
        loading={actions.asking.has(channel.id)}
        aria-label={t('balance.askOf', { name, balance: text })}
        onClick={() => actions.updateBalance(channel)}
      >
        {text}
      </Button>
    </HoverTip>
  )
}

/** What is left on the accounts of a tag by currency, and on hover for how many channels that is known. */
export function TagBalance({ item: { balances, balanceCount, children } }: { item: TagItem }) {
  const { t } = useTranslation('channels')
  if (balanceCount === 0) return null
  const text = balances.map(({ amount, currency }) => formatBalance(amount, currency)).join(' + ')
  const isEmpty = balances.every(({ amount }) => amount <= 0)
  return (
    <HoverTip title={t('tag.balanceOf', { known: balanceCount, all: children.length })}>
      <span className={isEmpty ? css.balanceEmpty : undefined}>{text}</span>
    </HoverTip>
  )
}
