import BgColorsOutlined from '@ant-design/icons/es/icons/BgColorsOutlined'
import DollarOutlined from '@ant-design/icons/es/icons/DollarOutlined'
import GlobalOutlined from '@ant-design/icons/es/icons/GlobalOutlined'
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined'
import InfoCircleOutlined from '@ant-design/icons/es/icons/InfoCircleOutlined'
import LoginOutlined from '@ant-design/icons/es/icons/LoginOutlined'
import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { languages, nameOfLanguage } from '@sluice/contract/messages/languages'
import { readHeaderNav } from '@sluice/contract/nav-modules'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../../lib/queries.ts'
import { setThemeMode, useThemeMode } from '../../../lib/theme-mode.ts'
import { languageOf } from '../../i18n.ts'
import { useNavSections } from '../../navigation.ts'
import { navIcons } from '../nav-icons.tsx'
import { useLogout } from '../use-logout.ts'
import type { PaletteItem } from './item.ts'
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
    words: to,
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

/** The actions that are available on every page. */
export function useActions(viewer: Viewer | null): PaletteItem[] {
  const { t, i18n } = useTranslation(['palette', 'shell'])
  const go = useGo()
  const logout = useLogout()
  const isDark = useThemeMode() === 'dark'
  const current = languageOf(i18n.resolvedLanguage)
  const add = (to: string, label: string, search: Record<string, string> = {}): PaletteItem => ({
    id: `action:${to}`,
    label,
    words: to,
    icon: <PlusOutlined />,
    run: () => go({ to, search }),
  })
  return [
    ...(viewer === null ? [] : [add('/token', t('action.addToken'), { open: 'new' })]),
    ...(viewer?.isAdmin
      ? [
          add('/channel/add', t('action.addChannel')),
          add('/models', t('action.addModelEntry'), { open: 'new' }),
          add('/user/add', t('action.addUser')),
          add('/redemption', t('action.addCodes'), { open: 'new' }),
        ]
      : []),
    {
      id: 'action:theme',
      icon: <BgColorsOutlined />,
      words: 'theme',
      label: isDark ? t('shell:switchToLight') : t('shell:switchToDark'),
      run: () => setThemeMode(isDark ? 'light' : 'dark'),
    },
    ...languages
      .filter((language) => language !== current)
      .map((language) => ({
        id: `action:${language}`,
        icon: <GlobalOutlined />,
        label: nameOfLanguage(language),
        words: `${t('shell:language')} language ${language}`,
        run: () => i18n.changeLanguage(language),
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
