import MoonOutlined from '@ant-design/icons/es/icons/MoonOutlined'
import SunOutlined from '@ant-design/icons/es/icons/SunOutlined'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { setThemeMode, useThemeMode } from '../../lib/theme-mode.ts'

export function ThemeToggle() {
  const { t } = useTranslation('shell')
  const isDark = useThemeMode() === 'dark'
  const label = isDark ? t('switchToLight') : t('switchToDark')
  return (
    <Button
      type="text"
      aria-label={label}
      title={label}
      icon={isDark ? <SunOutlined /> : <MoonOutlined />}
      onClick={() => setThemeMode(isDark ? 'light' : 'dark')}
    />
  )
}
