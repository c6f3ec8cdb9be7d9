import type { Channel } from '@sluice/contract/channel'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import { BalanceCell } from './balance-cell.tsx'
import { ChannelName, TagName } from './channel-name.tsx'
import type { ListItem, TagItem } from './channel-rows.ts'
import css from './channels.module.css'
import { type ColumnsContext, TagStatus } from './columns.tsx'
import { ChannelStatusTag, ResponseBadge } from './health.tsx'
import { ChannelItemActions, TagItemActions } from './item-actions.tsx'

export interface ItemCardProps extends ColumnsContext {
  item: ListItem
  selected: readonly number[]
  /** Null where rows cannot be ticked. */
  onSelect: ((id: number, isSelected: boolean) => void) | null
}

/** A row on a phone: which one, is it well, what did it cost. */
export function ItemCard({ item, ...props }: ItemCardProps) {
  return item.kind === 'tag' ? (
    <TagCard item={item} {...props} />
  ) : (
    <ChannelCard channel={item.channel} {...props} />
  )
}

type CardProps = Omit<ItemCardProps, 'item'>

function ChannelCard({ channel, selected, onSelect, ...context }: CardProps & { channel: Channel }) {
  const { t } = useTranslation('channels')
  return (
    <div className={css.card}>
      <div className={css.cardHead}>
        {onSelect && (
          <Checkbox
            aria-label={t('batch.select', { name: channel.name })}
            checked={selected.includes(channel.id)}
            onChange={(event) => onSelect(channel.id, event.target.checked)}
          />
        )}
        <ChannelName channel={channel} />
        <ChannelStatusTag channel={channel} health={context.health.get(channel.id)} />
        <ChannelItemActions channel={channel} actions={context.actions} handlers={context.handlers} />
      </div>
      <div className={css.cardFacts}>
        <span>{context.typeLabel(channel.type)}</span>
        <ResponseBadge
          ms={channel.response_time}
          testedAt={channel.test_time}
          failure={context.failedTests.get(channel.id)}
        />
        <span>
          {t('columns.used')} <QuotaText value={channel.used_quota} />
        </span>
        <BalanceCell channel={channel} actions={context.actions} />
      </div>
    </div>
  )
}

function TagCard({ item, ...props }: CardProps & { item: TagItem }) {
  return (
    <div className={css.card}>
      <div className={css.cardHead}>
        <TagName item={item} />
        <TagStatus item={item} t={props.t} />
        <TagItemActions item={item} actions={props.actions} handlers={props.handlers} />
      </div>
      <details className={css.members}>
        <summary>{props.t('tag.showChannels')}</summary>
        {item.children.map(({ key, channel }) => (
          <ChannelCard key={key} channel={channel} {...props} />
        ))}
      </details>
    </div>
  )
}
