import type { Envelope } from '@sluice/contract/envelope'
import type { LoginUser } from '@sluice/contract/user'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { App, Spin } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-client.ts'
import { sessionUser } from '../../../lib/session.ts'
import { finishLogin } from '../../../lib/sign-in.ts'
import css from '../account.module.css'
import { AccountCard } from '../account-card.tsx'

type Provider = 'github' | 'oidc' | 'linuxdo' | 'telegram'
const homes = { github: '/token', oidc: '/token', linuxdo: '/token', telegram: '/' } as const

/** Hands what the provider sent back to the server. Telegram's proof binds when somebody is logged in. */
function complete(provider: Provider, query: Record<string, string>): Promise<Envelope<LoginUser>> {
  if (provider !== 'telegram') return api.envelope('GET', `/api/oauth/${provider}`, undefined, { query })
  return sessionUser() === null
    ? api.envelope('POST', '/api/oauth/telegram/login', query)
    : api.envelope<Envelope<LoginUser>>('POST', '/api/oauth/telegram/bind', query).then((answer) => ({
        ...answer,
        message: 'bind',
      }))
}

/** Where identity providers send the browser back to. */
export function OAuthPage({ provider }: { provider: Provider }) {
  const { t } = useTranslation('auth')
  const { message } = App.useApp()
  const navigate = useNavigate()
  const query = useLocation({ select: (location) => location.search as Record<string, string> })
  // What came counts once, and React may run an effect twice.
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const onDone = async (answer: Envelope<LoginUser>) => {
      if (answer.message === 'bind') {
        message.success(t('oauth.bound'))
        return await navigate({ to: '/setting', replace: true })
      }
      await finishLogin(answer.data, navigate, { next: '', home: homes[provider] })
      message.success(t('success'))
    }
    const onFailure = async (error: unknown) => {
      if (error instanceof ApiError && error.code === 'second_factor_required')
        return await navigate({
          to: '/login',
          search: { flow: String(error.answer.flow), next: homes[provider] } as never,
          replace: true,
        })
      message.error(error instanceof Error ? error.message : String(error))
      message.info(t('oauth.failed'))
      await navigate({ to: '/setting', replace: true })
    }
    void complete(provider, query).then(onDone).catch(onFailure)
  }, [provider, query, message, navigate, t])
  return (
    <AccountCard title={t('oauth.title')}>
      <div className={css.waiting} role="status">
        <Spin />
      </div>
      <p className={css.contact}>{t('oauth.text')}</p>
    </AccountCard>
  )
}

export const GitHubPage = () => <OAuthPage provider="github" />
export const OidcPage = () => <OAuthPage provider="oidc" />
export const LinuxDoPage = () => <OAuthPage provider="linuxdo" />
export const TelegramPage = () => <OAuthPage provider="telegram" />
