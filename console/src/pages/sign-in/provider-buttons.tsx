import GithubOutlined from '@ant-design/icons-svg/es/asn/GithubOutlined'
import LoginOutlined from '@ant-design/icons-svg/es/asn/LoginOutlined'
import MessageOutlined from '@ant-design/icons-svg/es/asn/MessageOutlined'
import WechatOutlined from '@ant-design/icons-svg/es/asn/WechatOutlined'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { PlainIcon } from '../../components/plain/plain-icon.tsx'
import { TelegramWidget } from '../../components/telegram-widget.tsx'
import { useStatus } from '../../lib/queries.ts'
import { goToProvider } from '../../lib/sign-in.ts'
import { findRedirectProviders, type RedirectProvider } from './identity-providers.ts'
import css from './sign-in.module.css'

const WeChatDialog = lazy(async () => ({ default: (await import('./wechat-dialog.tsx')).WeChatDialog }))

const icons: Record<RedirectProvider, React.ReactNode> = {
  github: <PlainIcon of={GithubOutlined} />,
  oidc: <PlainIcon of={LoginOutlined} />,
  linuxdo: <PlainIcon of={MessageOutlined} />,
}

/** Buttons for the site's identity providers. They sign in, or create an account if registration is open. */
export function ProviderButtons() {
  const { t } = useTranslation('sign-in')
  const status = useStatus()
  const [isWeChatOpen, setIsWeChatOpen] = useState(false)
  const go = useMutation({ mutationFn: goToProvider })
  if (status === null) return null
  return (
    <>
      <Row gap={12} className={css.or}>
        {t('providers.or')}
      </Row>
      <Stack>
        {findRedirectProviders(status).map((provider) => (
          <PlainButton
            key={provider}
            isWide
            size="large"
            icon={icons[provider]}
            isBusy={go.isPending && go.variables === provider}
            onClick={() => go.mutate(provider)}
          >
            {t(`providers.${provider}`)}
          </PlainButton>
        ))}
        {status.wechat_login && (
          <PlainButton
            isWide
            size="large"
            icon={<PlainIcon of={WechatOutlined} />}
            onClick={() => setIsWeChatOpen(true)}
          >
            {t('providers.wechat')}
          </PlainButton>
        )}
        {status.telegram_oauth && <TelegramButton botName={status.telegram_bot_name} />}
      </Stack>
      <Suspense>
        {isWeChatOpen && <WeChatDialog qrCode={status.wechat_qrcode} onClose={() => setIsWeChatOpen(false)} />}
      </Suspense>
    </>
  )
}

function TelegramButton({ botName }: { botName: string }) {
  return (
    <div className={css.waiting}>
      <TelegramWidget botName={botName} returnPath="/oauth/telegram" />
    </div>
  )
}
