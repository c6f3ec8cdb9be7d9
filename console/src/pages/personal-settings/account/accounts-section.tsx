import GithubOutlined from '@ant-design/icons/es/icons/GithubOutlined'
import LoginOutlined from '@ant-design/icons/es/icons/LoginOutlined'
import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined'
import SendOutlined from '@ant-design/icons/es/icons/SendOutlined'
import WechatOutlined from '@ant-design/icons/es/icons/WechatOutlined'
import type { SystemStatus } from '@sluice/contract/status'
import type { User } from '@sluice/contract/user'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../../components/confirm-action.tsx'
import { TelegramWidget } from '../../../components/telegram-widget.tsx'
import texts from '../../../components/text.module.css'
import { api } from '../../../lib/api.ts'
import { useStatus } from '../../../lib/queries.ts'
import { goToProvider } from '../../../lib/sign-in.ts'
import css from '../personal-settings.module.css'
import { Section, SettingRow } from '../section.tsx'
import { useAction } from '../use-action.ts'
import { type Binding, bindingsOf, bindLabelOf, type Provider } from './bindings.ts'
import { type OwnerFirst, useOwnerFirst } from './use-owner-first.tsx'
import { WeChatDialog } from './wechat-dialog.tsx'

const icons: Record<Provider, ReactNode> = {
  github: <GithubOutlined />,
  oidc: <LoginOutlined />,
  linuxdo: <MessageOutlined />,
  wechat: <WechatOutlined />,
  telegram: <SendOutlined />,
}

/** External accounts that sign in to this one. */
export function AccountsSection({ user }: { user: User }) {
  const { t } = useTranslation('personal-settings')
  const status = useStatus()
  const owner = useOwnerFirst(user)
  if (status === null) return null
  return (
    <Section id="accounts" purpose={t('purposeOf.accounts')}>
      <div className={css.rows}>
        {bindingsOf(user, status).map((binding) => (
          <BindingRow key={binding.provider} binding={binding} status={status} owner={owner} />
        ))}
      </div>
      {owner.dialog}
    </Section>
  )
}

interface BindingProps {
  binding: Binding
  status: SystemStatus
  owner: OwnerFirst
}

function BindingRow({ binding, status, owner }: BindingProps) {
  const { t } = useTranslation('personal-settings')
  const { provider, boundTo } = binding
  const name = t(`provider.${provider}`)
  return (
    <SettingRow
      icon={icons[provider]}
      label={name}
      value={boundTo === '' ? undefined : <span className={texts.help}>{boundTo}</span>}
      actions={
        <>
          {boundTo !== '' && <UnbindButton provider={provider} name={name} />}
          <BindButton binding={binding} status={status} owner={owner} />
        </>
      }
    />
  )
}

function BindButton({ binding, status, owner }: BindingProps) {
  const { t } = useTranslation('personal-settings')
  const [isWeChatOpen, setIsWeChatOpen] = useState(false)
  const go = useMutation({ mutationFn: goToProvider })
  const { provider } = binding
  const label = bindLabelOf(binding)
  if (provider === 'telegram' && label === 'bind' && owner.isFresh)
    return <TelegramWidget botName={status.telegram_bot_name} returnPath="/oauth/telegram" />
  const bind = () => {
    if (provider === 'wechat') setIsWeChatOpen(true)
    else if (provider !== 'telegram') go.mutate(provider)
  }
  const named = { provider: t(`provider.${provider}`) }
  const names = {
    bind: t('bind.labelBind', named),
    bound: t('bind.labelBound', named),
    notEnabled: t('bind.labelNotEnabled', named),
  }
  return (
    <>
      <Button
        disabled={label !== 'bind'}
        loading={go.isPending}
        aria-label={names[label]}
        onClick={() => owner.ask(bind)}
      >
        {t(`bind.${label}`)}
      </Button>
      {isWeChatOpen && <WeChatDialog qrCode={status.wechat_qrcode} onClose={() => setIsWeChatOpen(false)} />}
    </>
  )
}

function UnbindButton({ provider, name }: { provider: Provider; name: string }) {
  const { t } = useTranslation('personal-settings')
  const confirm = useConfirmAction()
  const unbind = useAction(() => api('DELETE /api/oauth/:provider/bind', { params: { provider } }), {
    done: t('bind.unbound', { provider: name }),
  })
  const ask = () =>
    confirm({
      title: t('bind.unbindTitle', { provider: name }),
      consequence: t('bind.unbindText'),
      confirm: t('bind.unbind'),
      run: () => unbind.mutateAsync(),
    })
  return (
    <Button aria-label={t('bind.unbindLabel', { provider: name })} onClick={ask}>
      {t('bind.unbind')}
    </Button>
  )
}
