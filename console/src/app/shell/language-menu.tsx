import GlobalOutlined from '@ant-design/icons/es/icons/GlobalOutlined'
import { languages, nameOfLanguage } from '@sluice/contract/messages/languages'
import { useTranslation } from 'react-i18next'
import { languageOf } from '../i18n.ts'
import { MenuButton } from './menu-button.tsx'

export function LanguageMenu() {
  const { t, i18n } = useTranslation('shell')
  const current = languageOf(i18n.resolvedLanguage)
  const items = languages.map((language) => ({
    key: language,
    lang: language,
    label: nameOfLanguage(language),
    checked: language === current,
    run: () => i18n.changeLanguage(language),
  }))
  return <MenuButton label={t('language')} icon={<GlobalOutlined />} items={items} />
}
