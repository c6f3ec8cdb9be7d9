import GlobalOutlined from '@ant-design/icons/es/icons/GlobalOutlined'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { languageOf } from '../i18n.ts'

/** Each language under its own name, whatever the current one is. */
const names = { zh: '中文', en: 'English' }

export function LanguageMenu() {
  const { t, i18n } = useTranslation('shell')
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: Object.entries(names).map(([key, label]) => ({ key, label, lang: key })),
        selectable: true,
        selectedKeys: [languageOf(i18n.resolvedLanguage)],
        onClick: ({ key }) => i18n.changeLanguage(key),
      }}
    >
      <Button type="text" aria-label={t('language')} title={t('language')} icon={<GlobalOutlined />} />
    </Dropdown>
  )
}
