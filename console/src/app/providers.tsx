import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useThemeMode } from '../lib/theme-mode.ts'
import { languageOf } from './i18n.ts'
import { queryClient } from './query-client.ts'

/** What every page has around it. The component library comes with `Library`. */
export function Providers({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  const language = languageOf(i18n.resolvedLanguage)
  const mode = useThemeMode()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  useEffect(() => {
    document.documentElement.dataset.theme = mode
  }, [mode])
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
