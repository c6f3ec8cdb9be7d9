import GithubOutlined from '@ant-design/icons/es/icons/GithubOutlined'
import LoginOutlined from '@ant-design/icons/es/icons/LoginOutlined'
import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined'
import WechatOutlined from '@ant-design/icons/es/icons/WechatOutlined'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import { TelegramWidget } from '../../components/telegram-widget.tsx'
import { useStatus } from '../../lib/queries.ts'
import { goToProvider } from '../../lib/sign-in.ts'
import { findRedirectProviders, type RedirectProvider } from './identity-providers.ts'
import css from './sign-in.module.css'

const WeChatDialog = lazy(async () => ({ default: (await import('./wechat-dialog.tsx')).WeChatDialog }))

const icons: Record<RedirectProvider, React.ReactNode> = {
  github: <GithubOutlined />,
  oidc: <LoginOutlined />,
  linuxdo: <MessageOutlined />,
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
          <Button
            key={provider}
            block
            size="large"
            icon={icons[provider]}
            loading={go.isPending && go.variables === provider}
            onClick={() => go.mutate(provider)}
          >
            {t(`providers.${provider}`)}
          </Button>
        ))}
        {status.wechat_login && (
          <Button block size="large" icon={<WechatOutlined />} onClick={() => setIsWeChatOpen(true)}>
            {t('providers.wechat')}
          </Button>
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
