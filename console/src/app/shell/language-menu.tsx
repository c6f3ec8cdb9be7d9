import GlobalOutlined from '@ant-design/icons/es/icons/GlobalOutlined'
import { useTranslation } from 'react-i18next'
import { languageNames, languageOf, languages } from '../i18n.ts'
import { MenuButton } from './menu-button.tsx'

export function LanguageMenu() {
  const { t, i18n } = useTranslation('shell')
  const current = languageOf(i18n.resolvedLanguage)
  const items = languages.map((language) => ({
    key: language,
    lang: language,
    label: languageNames[language],
    checked: language === current,
    run: () => i18n.changeLanguage(language),
  }))
  return <MenuButton label={t('language')} icon={<GlobalOutlined />} items={items} />
}
