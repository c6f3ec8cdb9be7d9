import type { Channel } from '@sluice/contract/channel'
import { useTranslation } from 'react-i18next'
import type { TagItem } from './channel-rows.ts'
import { priorityRange, weightRange } from './inline-number.ts'
import { InlineNumberField } from './inline-number-field.tsx'
import type { ChannelActions } from './use-channel-actions.ts'

interface NumbersProps {
  actions: ChannelActions
}

export function ChannelPriority({ channel, actions }: NumbersProps & { channel: Channel }) {
  const { t } = useTranslation('channels')
  return (
    <InlineNumberField
      value={channel.priority}
      range={priorityRange}
      label={t('priority.of', { name: channel.name })}
      invalidText={t('priority.invalid')}
      onCommit={(priority) => actions.setPriority(channel, priority)}
    />
  )
}

export function ChannelWeight({ channel, actions }: NumbersProps & { channel: Channel }) {
  const { t } = useTranslation('channels')
  return (
    <InlineNumberField
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
      value={item.priority}
      range={priorityRange}
      label={t('priority.of', { name: item.tag })}
      invalidText={t('priority.invalid')}
      onCommit={(priority) => actions.changeTag({ tag: item.tag, priority })}
    />
  )
}

export function TagWeight({ item, actions }: NumbersProps & { item: TagItem }) {
  const { t } = useTranslation('channels')
  return (
    <InlineNumberField
      value={item.weight}
      range={{ ...weightRange, belowMin: 'refuse' }}
      label={t('weight.of', { name: item.tag })}
      invalidText={t('weight.invalid')}
      onCommit={(weight) => actions.changeTag({ tag: item.tag, weight })}
    />
  )
}
