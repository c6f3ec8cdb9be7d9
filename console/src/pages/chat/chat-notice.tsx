import { useNavigate } from '@tanstack/react-router'
import { Button, Spin } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageLocation } from '../../lib/page-router.tsx'
import { toastError } from '../../lib/toasts.ts'
import css from './chat.module.css'
import type { ChatLink } from './use-chat-link.ts'

const toTokensMs = 1_500

/** Shown in place of the client while it loads, or with the reason why it cannot open. */
export function ChatNotice({ chat }: { chat: Exclude<ChatLink, { kind: 'ready' }> }) {
  const { t } = useTranslation(['chat', 'common'])
  switch (chat.kind) {
    case 'waiting':
      return (
        <Notice isBusy>
          {chat.client === null ? t('redirecting') : t('redirectingTo', { name: chat.client.name })}
        </Notice>
      )
    case 'wrong':
      return (
        <Notice isFault action={<BackToTokens />}>
          {t(chat.problem)}
        </Notice>
      )
    case 'failed':
      return (
        <Notice isFault action={<Button onClick={chat.retry}>{t('common:actions.retry')}</Button>}>
          {chat.message}
        </Notice>
      )
    case 'signedOut':
      return <ToLogin name={chat.client.name} />
    case 'noToken':
      return <NoToken />
  }
}

/** Offers the login, which leads back here. */
function ToLogin({ name }: { name: string }) {
  const { t } = useTranslation('chat')
  const navigate = useNavigate()
  const { href: next } = usePageLocation()
  const logIn = (
    <Button type="primary" onClick={() => navigate({ to: '/login', search: { next } })}>
      {t('logIn')}
    </Button>
  )
  return <Notice action={logIn}>{t('keyNeeded', { name })}</Notice>
}

function NoToken() {
  const { t } = useTranslation('chat')
  const navigate = useNavigate()
  useEffect(() => {
    toastError(t('noToken'))
    const timer = setTimeout(() => navigate({ to: '/token', replace: true }), toTokensMs)
    return () => clearTimeout(timer)
  }, [navigate, t])
  return <Notice action={<BackToTokens />}>{t('noToken')}</Notice>
}

function BackToTokens() {
  const { t } = useTranslation('chat')
  const navigate = useNavigate()
  return <Button onClick={() => navigate({ to: '/token', replace: true })}>{t('back')}</Button>
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
