import { Navigate, useLocation, useNavigate } from '@tanstack/react-router'
import { App, Button, Spin } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import css from './chat.module.css'
import type { ChatLink } from './use-chat-link.ts'

const toTokensMs = 1_500

/** What stands where the client will be, or why it will not. */
export function ChatNotice({ chat }: { chat: Exclude<ChatLink, { kind: 'ready' }> }) {
  const { t } = useTranslation(['chat', 'common'])
  const href = useLocation({ select: (location) => location.href })
  switch (chat.kind) {
    case 'waiting':
      return (
        <Notice isBusy>
          {chat.client === null ? t('redirecting') : t('redirectingTo', { name: chat.client.name })}
        </Notice>
      )
    case 'wrong':
      return <Notice isFault>{t(chat.problem)}</Notice>
    case 'failed':
      return (
        <Notice isFault action={<Button onClick={chat.retry}>{t('common:actions.retry')}</Button>}>
          {chat.message}
        </Notice>
      )
    case 'guest':
      return <Navigate to="/login" search={{ next: href } as never} replace />
    case 'noToken':
      return <NoToken />
  }
}

function NoToken() {
  const { t } = useTranslation('chat')
  const { message } = App.useApp()
  const navigate = useNavigate()
  useEffect(() => {
    message.error(t('noToken'))
    const timer = setTimeout(() => navigate({ to: '/token', replace: true }), toTokensMs)
    return () => clearTimeout(timer)
  }, [message, navigate, t])
  return (
    <Notice action={<Button onClick={() => navigate({ to: '/token', replace: true })}>{t('back')}</Button>}>
      {t('noToken')}
    </Notice>
  )
}

interface NoticeProps {
  children: ReactNode
  action?: ReactNode
  isBusy?: boolean
  isFault?: boolean
}

export function Notice({ children, action, isBusy = false, isFault = false }: NoticeProps) {
  return (
    <div className={css.notice} role={isFault ? 'alert' : 'status'}>
      {isBusy && <Spin />}
      <p>{children}</p>
      {action}
    </div>
  )
}
