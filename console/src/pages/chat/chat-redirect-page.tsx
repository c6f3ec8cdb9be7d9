import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type SearchOf, useUrlState } from '../../lib/url-state.ts'
import { ChatNotice } from './chat-notice.tsx'
import { useChatLink } from './use-chat-link.ts'

const urlDefaults = { id: '' }
export type ChatRedirectSearch = SearchOf<typeof urlDefaults>

/** Redirects to one of the operator's chat clients, and to nothing else. */
export function ChatRedirectPage() {
  const { t } = useTranslation('chat')
  const [{ id }] = useUrlState(urlDefaults)
  const chat = useChatLink(id)
  const link = chat.kind === 'ready' ? chat.link : null
  useEffect(() => {
    // Replaces this page in the history, so that going back does not lead here again.
    if (link !== null) location.replace(link)
  }, [link])
  return (
    <>
      <h1 className="visually-hidden">{t('title')}</h1>
      <ChatNotice chat={chat.kind === 'ready' ? { kind: 'waiting', client: chat.client } : chat} />
    </>
  )
}
