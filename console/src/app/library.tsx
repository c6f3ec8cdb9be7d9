import type { TextLanguage } from '@sluice/contract/messages/languages'
import { App, ConfigProvider, type ConfigProviderProps } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import texts from '../components/text.module.css'
import { useIsPhone } from '../components/use-is-phone.ts'
import { useThemeMode } from '../lib/theme-mode.ts'
import { addToastArea } from '../lib/toasts.ts'
import { languageOf } from './i18n.ts'
import { buildTheme } from './theme.ts'

/** The words that the component library shows by itself. */
const libraryTexts: Record<TextLanguage, ConfigProviderProps['locale']> = { en: enUS, zh: zhCN }

interface LibraryProps {
  /** Shows the messages of `toasts.ts`: once on a page, outside of its frames. */
  isToastArea?: boolean
  children?: ReactNode
}

/**
 * What the component library needs around its components: theme, words, messages and dialogs. Loaded with the first
 * part of a page that has such components; the pages that everyone sees do without.
 */
export function Library({ isToastArea = false, children }: LibraryProps) {
  const { i18n } = useTranslation()
  const language = languageOf(i18n.resolvedLanguage)
  const isPhone = useIsPhone()
  const mode = useThemeMode()
  const theme = useMemo(() => buildTheme(mode), [mode])
  return (
    <ConfigProvider theme={theme} locale={libraryTexts[language]} button={{ autoInsertSpace: false }}>
      {/* Below the top bar, in the middle of what was pressed. A new message replaces the one before the last. */}
      <App
        component={false}
        message={{ maxCount: 2, top: isPhone ? 8 : 64 }}
        notification={{ placement: 'bottomLeft' }}
      >
        {isToastArea && <ToastBridge />}
        {children}
      </App>
    </ConfigProvider>
  )
}

/** Shows the toasts and notices of `toasts.ts` in the message area of the library. */
function ToastBridge() {
  const { message, modal } = App.useApp()
  useEffect(
    () =>
      addToastArea({
        // Several queries fail for one reason, such as a lost connection: one message replaces the others.
        toast: ({ kind, text, seconds }) =>
          void message[kind]({ content: text, ...(kind === 'error' && { key: text }), duration: seconds }),
        notice: ({ title, text, isCode, close, isWarning }) =>
          void modal[isWarning ? 'warning' : 'info']({
            title,
            content: isCode ? <code className={texts.copyByHand}>{text}</code> : text,
            okText: close,
          }),
      }),
    [message, modal],
  )
  return null
}
