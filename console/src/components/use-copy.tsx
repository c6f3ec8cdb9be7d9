import { App } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './text.module.css'

const copiedForMs = 1500

/** Copies to the clipboard and confirms it. If the browser refuses, a dialog shows the text to copy by hand. */
export function useCopy() {
  const { t } = useTranslation()
  const { message, modal } = App.useApp()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedForMs)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async (text: string, done: string = t('copied')): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      void message.success(done)
      return true
    } catch {
      modal.info({
        title: t('copyFailed.title'),
        content: <code className={css.copyByHand}>{text}</code>,
        okText: t('actions.close'),
      })
      return false
    }
  }
  return { copy, copied }
}
