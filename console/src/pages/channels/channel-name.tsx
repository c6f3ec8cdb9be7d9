import type { ListedChannel } from '@sluice/contract/channel-list'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import texts from '../../components/text.module.css'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import type { TagItem } from './channel-rows.ts'
import css from './channels.module.css'

const keepSearch = (search: Record<string, unknown>) => search

/** A link that opens the channel. */
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
      <VendorMark channelType={channel.type} /> {channel.name}
    </Link>
  )
}

export function TagName({ item }: { item: TagItem }) {
  return (
    <span className={css.tagName} title={item.tag}>
      <strong>{item.tag}</strong>
      <small className={texts.hint}>
        <TagCount item={item} />
      </small>
    </span>
  )
}

/** The number of channels of a tag, and how many of them match the filters. */
export function TagCount({ item: { children, channelCount: count } }: { item: TagItem }) {
  const { t } = useTranslation('channels')
  return children.length === count
    ? t('tag.channels', { count })
    : t('tag.channelsShown', { count, shown: children.length })
}
