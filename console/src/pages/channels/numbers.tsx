import type { ListedChannel } from '@sluice/contract/channel-list'
import type { FigureRange } from '@sluice/contract/tag-figures'
import { useTranslation } from 'react-i18next'
import type { TagItem } from './channel-rows.ts'
import { priorityRange, weightRange } from './inline-number.ts'
import { InlineNumberField } from './inline-number-field.tsx'
import type { ChannelActions } from './use-channel-actions.ts'

interface NumbersProps {
  actions: ChannelActions
}

export function ChannelPriority({ channel, actions }: NumbersProps & { channel: ListedChannel }) {
  const { t } = useTranslation('channels')
  return (
    <InlineNumberField
      isFixed={!actions.mayWrite}
      value={channel.priority}
      range={priorityRange}
      label={t('priority.of', { name: channel.name })}
      invalidText={t('priority.invalid')}
      onCommit={(priority) => actions.setPriority(channel, priority)}
    />
  )
}

export function ChannelWeight({ channel, actions }: NumbersProps & { channel: ListedChannel }) {
  const { t } = useTranslation('channels')
  return (
    <InlineNumberField
      isFixed={!actions.mayWrite}
      value={channel.weight}
      range={weightRange}
      label={t('weight.of', { name: channel.name })}
      invalidText={t('weight.invalid')}
      onCommit={(weight) => actions.setWeight(channel, weight)}
    />
  )
}

export function TagPriority({ item, actions }: NumbersProps & { item: TagItem }) {
  const { t } = useTranslation('channels')
  return (
    <InlineNumberField
      isFixed={!actions.mayWrite}
      {...valueIn(item.priority)}
      range={priorityRange}
      label={t('priority.of', { name: item.tag })}
      invalidText={t('priority.invalid')}
      onCommit={(priority) => actions.changeTag(item, { priority })}
    />
  )
}

export function TagWeight({ item, actions }: NumbersProps & { item: TagItem }) {
  const { t } = useTranslation('channels')
  return (
    <InlineNumberField
      isFixed={!actions.mayWrite}
      {...valueIn(item.weight)}
      range={{ ...weightRange, belowMin: 'refuse' }}
      label={t('weight.of', { name: item.tag })}
      invalidText={t('weight.invalid')}
      onCommit={(weight) => actions.changeTag(item, { weight })}
    />
  )
}

/** The value that all channels share; otherwise null, and the placeholder shows the range. */
const valueIn = ({ min, max }: FigureRange) =>
  min === max ? { value: min } : { value: null, placeholder: `${min}–${max}` }
