import type { Channel } from '@sluice/contract/channel'
import { Button, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatBalance, formatRelative, formatTime } from '../../lib/format.ts'
import css from './channels.module.css'
import type { ChannelActions } from './use-channel-actions.ts'

/** What was left when the upstream was last asked; a click asks again. */
export function BalanceCell({ channel, actions }: { channel: Channel; actions: ChannelActions }) {
  const { t, i18n } = useTranslation('channels')
  const { balance, balance_currency: currency, balance_updated_time: at, name } = channel
  const text = at === 0 ? t('balance.ask') : formatBalance(balance, currency)
  const ago = formatRelative(at, Date.now() / 1000, i18n.resolvedLanguage ?? 'zh')
  return (
    <Tooltip title={at === 0 ? t('balance.never') : t('balance.askedAt', { ago, time: formatTime(at) })}>
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
    </Tooltip>
  )
}
