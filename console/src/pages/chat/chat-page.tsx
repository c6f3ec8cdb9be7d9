import { isWebLink } from '@sluice/contract/address-forms'
import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import type { ChatClient } from '../../lib/chat-links.ts'
import { isFramable } from '../../lib/chat-links.ts'
import css from './chat.module.css'
import { ChatNotice, Notice } from './chat-notice.tsx'
import { useChatLink } from './use-chat-link.ts'

/** A chat client of the operator in a frame, with the reader's key. */
export function ChatPage() {
  const { t } = useTranslation('chat')
  const { id } = useParams({ strict: false })
  const chat = useChatLink(id)
  return (
    <>
      <h1 className="visually-hidden">{t('title')}</h1>
      {chat.kind === 'ready' ? (
        <ChatFrame key={chat.link} client={chat.client} link={chat.link} />
      ) : (
        <ChatNotice chat={chat} />
      )}
    </>
  )
}

function ChatFrame({ client, link }: { client: ChatClient; link: string }) {
  const { t } = useTranslation('chat')
  const { name } = client
  const isBlocked = useIsFrameBlocked()
  if (!isFramable(link, location)) {
    const open = (
      <Button type="primary" href={link} rel="noreferrer">
        {t('open', { name })}
      </Button>
    )
    return <Notice action={open}>{t(isWebLink(link) ? 'apart' : 'program', { name })}</Notice>
  }
  if (isBlocked) {
    const reload = <Button onClick={() => location.reload()}>{t('reload')}</Button>
    return <Notice action={reload}>{t('blocked')}</Notice>
  }
  return (
    <>
      {/* A client that refuses to be framed leaves the frame empty, and no page can detect that. */}
      <Row as="p" gap={[0, 8]} align="stretch" justify="last" wrap className={css.apart}>
        <span>{t('refuses')}</span>
        <a href={link} target="_blank" rel="noreferrer">
          {t('openApart', { name })}
        </a>
      </Row>
      <iframe
        className={css.frame}
        src={link}
        title={name}
        allow="camera; microphone; clipboard-write"
        // Its own storage and scripts, without access to this page: another origin, which cannot navigate this window.
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals"
        referrerPolicy="no-referrer"
      />
    </>
  )
}

/** The page may be older than the operator's client, and not show it yet. */
function useIsFrameBlocked(): boolean {
  const [isBlocked, setIsBlocked] = useState(false)
  useEffect(() => {
    const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src') setIsBlocked(true)
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => document.removeEventListener('securitypolicyviolation', onViolation)
  }, [])
  return isBlocked
}
