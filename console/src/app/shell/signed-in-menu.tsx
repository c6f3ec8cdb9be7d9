import FileTextOutlined from '@ant-design/icons-svg/es/asn/FileTextOutlined'
import LogoutOutlined from '@ant-design/icons-svg/es/asn/LogoutOutlined'
import UserOutlined from '@ant-design/icons-svg/es/asn/UserOutlined'
import WalletOutlined from '@ant-design/icons-svg/es/asn/WalletOutlined'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainIcon } from '../../components/plain/plain-icon.tsx'
import texts from '../../components/text.module.css'
import { isViewing } from '../../lib/account-view.ts'
import { formatQuota } from '../../lib/format.ts'
import { useNavigate } from '../../lib/page-router.tsx'
import { selfQuery } from '../../lib/queries.ts'
import type { SessionUser } from '../../lib/session.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { useNavSections } from '../navigation.ts'
import { MenuButton } from './menu-button.tsx'
import css from './shell.module.css'
import { useLogout } from './use-logout.ts'
import { useLanguageItems, useThemeItem } from './use-look-items.tsx'

/** The menu of an account: its pages, its balance, and the look of the console. */
export function SignedInMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const logout = useLogout()
  const canTopUp = useNavSections().some(({ entries }) => entries.some(({ to }) => to === '/topup'))
  const theme = useThemeItem()
  const languages = useLanguageItems()
  const [wasOpened, setWasOpened] = useState(false)
  const name = user.display_name || user.username
  return (
    <MenuButton
      label={t('account', { name })}
      icon={<span className={css.avatar}>{user.username.slice(0, 1).toUpperCase()}</span>}
      heading={<AccountHeading name={name} isLoaded={wasOpened} />}
      onOpen={() => setWasOpened(true)}
      items={[
        ...(canTopUp
          ? [
              {
                key: 'topup',
                label: t('topUp'),
                icon: <PlainIcon of={WalletOutlined} />,
                run: () => void navigate({ to: '/topup' }),
              },
            ]
          : []),
        {
          key: 'personal',
          label: t('nav.personal'),
          icon: <PlainIcon of={UserOutlined} />,
          run: () => void navigate({ to: '/personal' }),
        },
        {
          key: 'documentation',
          label: t('documentation'),
          icon: <PlainIcon of={FileTextOutlined} />,
          run: () => void navigate({ to: '/docs/{-$slug}' }),
        },
        // On a phone the bar has no place for them.
        { ...theme, startsGroup: true },
        ...languages,
        ...(isViewing
          ? []
          : [
              {
                key: 'logout',
                startsGroup: true,
                label: t('logout'),
                icon: <PlainIcon of={LogoutOutlined} />,
                run: () => logout(),
              },
            ]),
      ]}
    />
  )
}

/** The name and the balance, which is read when the menu is opened. */
function AccountHeading({ name, isLoaded }: { name: string; isLoaded: boolean }) {
  const { t } = useTranslation('shell')
  const format = useQuotaFormat()
  const { data } = useQuery({ ...selfQuery, enabled: isLoaded })
  return (
    <>
      <div className={texts.cut}>{name}</div>
      <div>
        {t('balance')} {data ? formatQuota(data.quota, format) : '…'}
      </div>
    </>
  )
}
