import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showNotice, toastSuccess } from '../lib/toasts.ts'

const copiedForMs = 1500

/**
 * Copies to the clipboard and confirms it. `copy` is for a click: if the browser refuses, a dialog shows the text to
 * copy by hand. `tryCopy` is for a text that has just appeared with its own button: a refusal shows nothing,
 * because a dialog would cover the text.
 */
export function useCopy() {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedForMs)
    return () => clearTimeout(timer)
  }, [copied])

  const tryCopy = async (text: string, done: string = t('copied')): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return false
    }
    setCopied(true)
    toastSuccess(done)
    return true
  }
  const copy = async (text: string, done?: string): Promise<boolean> => {
    const isCopied = await tryCopy(text, done)
    if (!isCopied) showNotice({ title: t('copyFailed.title'), text, isCode: true, close: t('actions.close') })
    return isCopied
  }
  return { copy, tryCopy, copied }
}
