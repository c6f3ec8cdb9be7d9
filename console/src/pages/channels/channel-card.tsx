import type { ListedChannel } from '@sluice/contract/channel-list'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import { LongCardList } from '../../components/long-card-list.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import card from '../../components/row-card.module.css'
import { BalanceCell, TagBalance } from './balance-cell.tsx'
import { ChannelName, TagCount } from './channel-name.tsx'
import type { ListItem, TagItem } from './channel-rows.ts'
import css from './channels.module.css'
import type { ColumnsContext } from './columns.tsx'
import { ChannelStatusTag, ResponseBadge } from './health.tsx'
import { ChannelItemActions, TagItemActions } from './item-actions.tsx'
import { ModelCount, ModelSummary } from './lists.tsx'
import { TagWeight } from './numbers.tsx'
import { ChannelErrors, TagErrors } from './recent-errors.tsx'
import { TagStatus } from './tag-status.tsx'

export interface ItemCardProps extends ColumnsContext {
  item: ListItem
  selected: ReadonlySet<number>
  /** Null if rows cannot be selected. */
  onSelect: ((ids: readonly number[], isSelected: boolean) => void) | null
}

/** A row of the list on a phone. */
export function ItemCard({ item, ...props }: ItemCardProps) {
  return item.kind === 'tag' ? <TagCard item={item} {...props} /> : <ChannelCard channel={item.channel} {...props} />
}

type CardProps = Omit<ItemCardProps, 'item'>

function ChannelCard({ channel, selected, onSelect, ...context }: CardProps & { channel: ListedChannel }) {
  const { t } = useTranslation('channels')
  return (
    <div className={css.card}>
      <Row className={css.cardHead}>
        {onSelect && (
          <Checkbox
            aria-label={t('batch.select', { name: channel.name })}
            checked={selected.has(channel.id)}
            onChange={(event) => onSelect([channel.id], event.target.checked)}
          />
        )}
        <ChannelName channel={channel} />
        <ChannelStatusTag channel={channel} health={context.health.get(channel.id)} />
        <ChannelItemActions channel={channel} actions={context.actions} handlers={context.handlers} />
      </Row>
      <div className={css.cardFacts}>
        <span>{context.typeLabel(channel.type)}</span>
        <ResponseBadge
          ms={channel.response_time}
          testedAt={channel.test_time}
          failure={context.failedTests.get(channel.id)}
        />
        <span>
          {t('columns.errors')} <ChannelErrors id={channel.id} counts={context.errors} />
        </span>
        <span>
          {t('columns.used')} <QuotaText value={channel.used_quota} />
        </span>
        <span>
          <BalanceCell channel={channel} actions={context.actions} hasLabel />
        </span>
        <ModelSummary first={channel.first_models} count={channel.model_count} ids={() => [channel.id]} />
      </div>
    </div>
  )
}

function TagCard({ item, ...props }: CardProps & { item: TagItem }) {
  const { t, actions, selected, onSelect } = props
  const [isOpen, setIsOpen] = useState(false)
  const ids = item.children.map(({ key }) => key)
  const ticked = ids.filter((id) => selected.has(id)).length
  return (
    <div className={css.card}>
      <Row className={css.cardHead}>
        {onSelect && (
          <Checkbox
            aria-label={t('batch.select', { name: item.tag })}
            checked={ticked === ids.length}
            indeterminate={ticked > 0 && ticked < ids.length}
            onChange={(event) => onSelect(ids, event.target.checked)}
          />
        )}
        <strong className={card.name} title={item.tag}>
          {item.tag}
        </strong>
        <TagStatus item={item} health={props.health} />
        <TagItemActions item={item} actions={actions} handlers={props.handlers} />
      </Row>
      <div className={css.cardFacts}>
        <span>
          <TagCount item={item} />
        </span>
        <ModelCount count={item.modelCount} ids={() => ids} />
        <ResponseBadge ms={item.responseMs} testedAt={item.lastTest} />
        <span>
          {t('columns.errors')} <TagErrors ids={ids} counts={props.errors} />
        </span>
        <span>
          {t('columns.used')} <QuotaText value={item.usedQuota} />
        </span>
        {item.balanceCount > 0 && (
          <span>
            {t('columns.balance')} <TagBalance item={item} />
          </span>
        )}
        <span>
          {t('columns.weight')} <TagWeight item={item} actions={actions} />
        </span>
      </div>
      <details className={css.members} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{t('tag.showChannels')}</summary>
        {isOpen && (
          <LongCardList
            rows={item.children}
            label={item.tag}
            rowKey={({ key }) => key}
            renderCard={({ channel }) => <ChannelCard channel={channel} {...props} />}
          />
        )}
      </details>
    </div>
  )
}
