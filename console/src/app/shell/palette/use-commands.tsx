import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined'
import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import BgColorsOutlined from '@ant-design/icons/es/icons/BgColorsOutlined'
import DollarOutlined from '@ant-design/icons/es/icons/DollarOutlined'
import ExperimentOutlined from '@ant-design/icons/es/icons/ExperimentOutlined'
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined'
import InfoCircleOutlined from '@ant-design/icons/es/icons/InfoCircleOutlined'
import LoginOutlined from '@ant-design/icons/es/icons/LoginOutlined'
import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined'
import WalletOutlined from '@ant-design/icons/es/icons/WalletOutlined'
import WarningOutlined from '@ant-design/icons/es/icons/WarningOutlined'
import type { AdminRight } from '@sluice/contract/admin-rights'
import { readHeaderNav } from '@sluice/contract/nav-modules'
import { logType } from '@sluice/contract/roles'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../../components/confirm-action.tsx'
import { api } from '../../../lib/api.ts'
import { useNavigate } from '../../../lib/page-router.tsx'
import { useStatus } from '../../../lib/queries.ts'
import { may } from '../../../lib/session.ts'
import { useNavSections } from '../../navigation.ts'
import { navIcons } from '../nav-icons.tsx'
import { useLogout } from '../use-logout.ts'
import { useLanguageItems, useThemeItem } from '../use-look-items.tsx'
import type { PaletteItem } from './item.ts'
import { type ActionName, actionWords, pageWords } from './synonyms.ts'
import type { Destination, Viewer } from './targets.ts'

export type Go = (destination: Destination) => unknown

export function useGo(): Go {
  const navigate = useNavigate()
  // Addresses of data: the compiler cannot know them as routes.
  return ({ to, search = {}, hash = '' }) => navigate({ to, search, hash })
}

/** The pages that this viewer can open, as the side menu and the top bar name them. */
export function usePages(viewer: Viewer | null): PaletteItem[] {
  const { t } = useTranslation('shell')
  const go = useGo()
  const page = (to: string, label: string, more: Partial<PaletteItem>): PaletteItem => ({
    id: `page:${to}`,
    label,
    words: `${to} ${pageWords[to] ?? ''}`,
    target: { kind: 'page', name: to },
    run: () => go({ to }),
    ...more,
  })
  const hasPrices = readHeaderNav(useStatus()?.HeaderNavModules).pricing.enabled
  const own = useNavSections()
    .flatMap(({ entries }) => entries)
    .map(({ to, label, letter }) => page(to, t(`nav.${label}`), { icon: navIcons[label], keys: ['g', letter] }))
  return [
    ...own,
    ...(viewer === null ? [page('/login', t('nav.login'), { icon: <LoginOutlined /> })] : []),
    ...(hasPrices ? [page('/pricing', t('nav.pricing'), { icon: <DollarOutlined /> })] : []),
    page('/', t('nav.home'), { icon: <HomeOutlined /> }),
    page('/about', t('nav.about'), { icon: <InfoCircleOutlined /> }),
  ]
}

/** An action of a page, or one that leads to it. */
interface PageAction extends Destination {
  name: ActionName
  icon: ReactNode
  /** Absent: it leads to the page. */
  run?(): unknown
}

/** The actions that are available on every page. */
export function useActions(viewer: Viewer | null): PaletteItem[] {
  const { t } = useTranslation(['palette', 'shell'])
  const go = useGo()
  const logout = useLogout()
  const theme = useThemeItem()
  const languages = useLanguageItems()
  const mayOpen = useNavSections().flatMap(({ entries }) => entries.map(({ to }) => to))
  const startTest = useMutation({
    mutationFn: () => api('GET /api/channel/test'),
    onSuccess: () => go({ to: '/channel' }),
  })
  const confirm = useConfirmAction()
  const testChannels = () =>
    confirm({
      title: t('testChannels.title'),
      consequence: t('testChannels.text'),
      confirm: t('testChannels.confirm'),
      danger: false,
      run: () => startTest.mutateAsync(),
    })
  const itemOf = ({ name, to, search = {}, icon, run = () => go({ to, search }) }: PageAction): PaletteItem => ({
    id: `action:${name}`,
    label: t(`action.${name}`),
    words: `${to} ${actionWords[name]}`,
    icon,
    run,
  })
  const add = <PlusOutlined />
  const create = { open: 'new' }
  const own: PageAction[] = [
    { name: 'addToken', to: '/token', search: create, icon: add },
    { name: 'topUp', to: '/topup', icon: <WalletOutlined /> },
    { name: 'alerts', to: '/personal', search: { tab: 'alerts' }, icon: <BellOutlined /> },
    { name: 'security', to: '/personal', search: { tab: 'security' }, icon: <SafetyOutlined /> },
    { name: 'lastMonth', to: '/detail', search: { range: 'lastMonth', by: 'token,model' }, icon: <BarChartOutlined /> },
    { name: 'failedCalls', to: '/log', search: { type: String(logType.error) }, icon: <WarningOutlined /> },
  ]
  const operators: (PageAction & { right: AdminRight })[] = [
    { name: 'addChannel', to: '/channel/add', icon: add, right: 'channel.sensitive_write' },
    { name: 'addModelEntry', to: '/models', search: create, icon: add, right: 'setting.write' },
    { name: 'addUser', to: '/user/add', icon: add, right: 'user.write' },
    { name: 'addCodes', to: '/redemption', search: create, icon: add, right: 'billing.write' },
    {
      name: 'testChannels',
      to: '/channel',
      icon: <ExperimentOutlined />,
      run: testChannels,
      right: 'channel.operate',
    },
  ]
  // Pages that the operator or the account hides are not offered by their actions.
  const isShown = ({ to }: PageAction) => mayOpen.some((page) => to === page || to.startsWith(`${page}/`))
  return [
    ...(viewer === null ? [] : own.filter(isShown).map(itemOf)),
    ...(viewer === null
      ? []
      : operators
          .filter(({ right }) => may(viewer, right))
          .filter(isShown)
          .map(itemOf)),
    {
      id: 'action:theme',
      icon: <BgColorsOutlined />,
      words: 'theme',
      label: theme.label,
      run: theme.run,
    },
    ...languages
      .filter(({ checked }) => !checked)
      .map(({ key, label, icon, run }) => ({
        id: `action:${key}`,
        icon,
        label,
        words: `${t('shell:language')} language ${key}`,
        run,
      })),
    ...(viewer === null
      ? []
      : [
          {
            id: 'action:logout',
            icon: <LogoutOutlined />,
            label: t('shell:logout'),
            words: 'logout',
            run: logout,
          },
        ]),
  ]
}
