import type { ListedChannel } from '@sluice/contract/channel-list'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { TagItem } from './channel-rows.ts'
import css from './channels.module.css'

const keepSearch = (search: Record<string, unknown>) => search

/** Opens the channel; in a new tab too. */
export function ChannelName({ channel }: { channel: ListedChannel }) {
  return (
    <Link
      to="/channel/edit/$id"
      params={{ id: String(channel.id) }}
      search={keepSearch}
      state
      className={css.name}
      title={channel.remark === '' ? channel.name : `${channel.name}\n${channel.remark}`}
    >
      {channel.name}
    </Link>
  )
}

export function TagName({ item }: { item: TagItem }) {
  const { t } = useTranslation('channels')
  return (
    <span className={css.tagName} title={item.tag}>
      <strong>{item.tag}</strong>
      <small>
        {item.children.length === item.channelCount
          ? t('tag.channels', { count: item.channelCount })
          : t('tag.channelsShown', { count: item.channelCount, shown: item.children.length })}
      </small>
    </span>
  )
}
