import { useTranslation } from 'react-i18next'
import { isAdmin, useSessionUser } from '../lib/session.ts'
import css from './row-card.module.css'

export interface RowOriginProps {
  username: string
  /** 0 = none. */
  channelId: number
  channelName?: string
}

/** The account and the channel of a row, on a card, which has no columns for them. Only administrators see them. */
export function RowOrigin({ username, channelId, channelName = '' }: RowOriginProps) {
  const { t } = useTranslation()
  const user = useSessionUser()
  if (!isAdmin(user)) return null
  const channel = [channelName, `#${channelId}`].filter((part) => part !== '').join(' ')
  return (
    <span className={css.origin}>
      {username !== '' && (
        <span>
          <span className="visually-hidden">
            {t('row.user')}
            {t('colon')}
          </span>
          <bdi>{username}</bdi>
        </span>
      )}
      {channelId > 0 && (
        <span>
          <span className="visually-hidden">
            {t('row.channel')}
            {t('colon')}
          </span>
          <bdi>{channel}</bdi>
        </span>
      )}
    </span>
  )
}
