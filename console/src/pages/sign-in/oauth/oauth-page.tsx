import type { SignInAnswer } from '@sluice/contract/session'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Spinner } from '../../../components/plain/spinner.tsx'
import { api } from '../../../lib/api.ts'
import { useNavigate, usePageLocation } from '../../../lib/page-router.tsx'
import { selfQuery } from '../../../lib/queries.ts'
import { sessionUser } from '../../../lib/session.ts'
import { finishLogin } from '../../../lib/sign-in.ts'
import { toastError, toastInfo, toastSuccess } from '../../../lib/toasts.ts'
import css from '../sign-in.module.css'
import { SignInCard } from '../sign-in-card.tsx'

type Provider = 'github' | 'oidc' | 'linuxdo' | 'telegram'
const homes = { github: '/token', oidc: '/token', linuxdo: '/token', telegram: '/' } as const

/** Passes the provider's answer to the server. With a logged-in account, Telegram's proof is bound to it. */
async function complete(provider: Provider, query: Record<string, string>): Promise<SignInAnswer | 'bound'> {
  if (provider !== 'telegram') return (await api(`GET /api/oauth/${provider}`, { query })) ?? 'bound'
  // The widget signs all its fields; only the three that it always sends are typed.
  const { id = '', auth_date = '', hash = '', ...others } = query
  const body = { ...others, id, auth_date, hash }
  if (sessionUser() === null) return await api('POST /api/oauth/telegram/login', { body })
  await api('POST /api/oauth/telegram/bind', { body })
  return 'bound'
}

/** The parameters of a search, which the router parses as plain texts. */
const textValues = (search: object): Record<string, string> =>
  Object.fromEntries(Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** The page to which identity providers return the browser. */
export function OAuthPage({ provider }: { provider: Provider }) {
  const { t } = useTranslation('sign-in')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  // The route has no search parameters of its own: the provider chooses them.
  const search: object = usePageLocation().search
  // The answer is valid once, and React may run an effect twice.
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const onDone = async (answer: SignInAnswer | 'bound') => {
      if (answer === 'bound') {
        // The menu may have loaded the account before the binding.
        await queryClient.invalidateQueries({ queryKey: selfQuery.queryKey })
        toastSuccess(t('oauth.bound'))
        return await navigate({ to: '/setting', replace: true })
      }
      if ('require_2fa' in answer)
        return await navigate({
          to: '/login',
          search: { flow: answer.flow_token, next: homes[provider] },
          replace: true,
        })
      await finishLogin(answer, navigate, { next: '', home: homes[provider] })
      toastSuccess(t('success'))
    }
    const onFailure = async (error: unknown) => {
      toastError(error instanceof Error ? error.message : String(error))
      toastInfo(t(sessionUser() === null ? 'oauth.failed' : 'oauth.linkFailed'))
      await navigate({ to: '/setting', replace: true })
    }
    void complete(provider, textValues(search)).then(onDone).catch(onFailure)
  }, [provider, search, navigate, queryClient, t])
  return (
    <SignInCard title={t('oauth.title')}>
      <div className={css.waiting} role="status">
        <Spinner />
      </div>
      <p className={css.contact}>{t('oauth.text')}</p>
    </SignInCard>
  )
}

export const GitHubPage = () => <OAuthPage provider="github" />
export const OidcPage = () => <OAuthPage provider="oidc" />
export const LinuxDoPage = () => <OAuthPage provider="linuxdo" />
export const TelegramPage = () => <OAuthPage provider="telegram" />
