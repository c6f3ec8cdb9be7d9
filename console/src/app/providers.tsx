import type { TextLanguage } from '@sluice/contract/messages/languages'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider, type ConfigProviderProps } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../components/use-is-phone.ts'
import { useThemeMode } from '../lib/theme-mode.ts'
import { languageOf } from './i18n.ts'
import { queryClient } from './query-client.ts'
import { buildTheme } from './theme.ts'
import { ToastBridge } from './toasts.tsx'

/** The words that the component library shows by itself. */
const libraryTexts: Record<TextLanguage, ConfigProviderProps['locale']> = { en: enUS, zh: zhCN }

export function Providers({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  const language = languageOf(i18n.resolvedLanguage)
  const isPhone = useIsPhone()
  const mode = useThemeMode()
  const theme = useMemo(() => buildTheme(mode), [mode])
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  useEffect(() => {
    document.documentElement.dataset.theme = mode
  }, [mode])
  return (
    <ConfigProvider theme={theme} locale={libraryTexts[language]} button={{ autoInsertSpace: false }}>
      {/* Below the top bar, in the middle of what was pressed. A new message replaces the one before the last. */}
      <App
        component={false}
        message={{ maxCount: 2, top: isPhone ? 8 : 64 }}
        notification={{ placement: 'bottomLeft' }}
      >
        <ToastBridge />
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </App>
    </ConfigProvider>
  )
}
