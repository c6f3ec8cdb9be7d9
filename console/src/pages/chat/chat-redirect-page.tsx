import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type SearchOf, useUrlState } from '../../lib/url-state.ts'
import { ChatNotice } from './chat-notice.tsx'
import { useChatLink } from './use-chat-link.ts'

const urlDefaults = { id: '' }
export type ChatRedirectSearch = SearchOf<typeof urlDefaults>

/** Leads to a chat client of the operator; only to those. */
export function ChatRedirectPage() {
  const { t } = useTranslation('chat')
  const [{ id }] = useUrlState(urlDefaults)
  const chat = useChatLink(id)
  const link = chat.kind === 'ready' ? chat.link : null
  useEffect(() => {
    // In place of this page: the way back leads to where one came from, not here again.
    if (link !== null) location.replace(link)
  }, [link])
  return (
    <>
      <h1 className="visually-hidden">{t('title')}</h1>
      <ChatNotice chat={chat.kind === 'ready' ? { kind: 'waiting', client: chat.client } : chat} />
    </>
  )
}
