import MoonOutlined from '@ant-design/icons-svg/es/asn/MoonOutlined'
import SunOutlined from '@ant-design/icons-svg/es/asn/SunOutlined'
import { languages, nameOfLanguage } from '@sluice/contract/messages/languages'
import { useTranslation } from 'react-i18next'
import { globeIcon } from '../../components/plain/globe-icon.ts'
import { PlainIcon } from '../../components/plain/plain-icon.tsx'
import { setThemeMode, useThemeMode } from '../../lib/theme-mode.ts'
import { languageOf } from '../i18n.ts'

/** The switch to the other theme: its label, its icon, and what it does. */
export function useThemeItem() {
  const { t } = useTranslation('shell')
  const isDark = useThemeMode() === 'dark'
  return {
    key: 'theme',
    label: isDark ? t('switchToLight') : t('switchToDark'),
    icon: <PlainIcon of={isDark ? SunOutlined : MoonOutlined} />,
    run: () => setThemeMode(isDark ? 'light' : 'dark'),
  }
}

/** The languages of the console, of which one is chosen. */
export function useLanguageItems() {
  const { i18n } = useTranslation()
  const current = languageOf(i18n.resolvedLanguage)
  return languages.map((language) => ({
    key: language,
    lang: language,
    label: nameOfLanguage(language),
    icon: <PlainIcon of={globeIcon} />,
    checked: language === current,
    run: () => void i18n.changeLanguage(language),
  }))
}
