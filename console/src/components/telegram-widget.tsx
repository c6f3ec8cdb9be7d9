import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownSite } from '../lib/base-path.ts'
import { LoadFault } from './load-fault.tsx'

interface TelegramWidgetProps {
  botName: string
  /** The page of the console that gets the signed proof as its query. */
  returnPath: string
}

/** A network that drops the request never reports it. */
const loadTimeoutMs = 15_000

/**
 * Telegram's own login button, in Telegram's frame (core.telegram.org/widgets/login). It redirects to a page of the
 * console: the alternative, a callback in an attribute, needs `eval`, which our content policy forbids.
 */
export function TelegramWidget({ botName, returnPath }: TelegramWidgetProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [isMissing, setIsMissing] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the button again.
  useEffect(() => {
    const element = box.current
    if (!element || botName === '') return
    setIsMissing(false)
    // The script inserts its frame beside itself, or nothing.
    const look = () => setIsMissing(element.childElementCount < 2)
    const timer = setTimeout(look, loadTimeoutMs)
    const script = document.createElement('script')
    script.src = 'https://telegram.org/js/telegram-widget.js?22'
    script.async = true
    script.onload = look
    script.onerror = look
    script.dataset.telegramLogin = botName
    script.dataset.size = 'large'
    script.dataset.radius = '8'
    script.dataset.authUrl = ownSite() + returnPath
    element.append(script)
    return () => {
      clearTimeout(timer)
      element.replaceChildren()
    }
  }, [botName, returnPath, attempt])
  if (botName === '') return <LoadFault text={t('external.telegramNoBot')} />
  return (
    <>
      {isMissing && (
        <LoadFault text={t('external.telegramNotLoaded')} onRetry={() => setAttempt((before) => before + 1)} />
      )}
      <div ref={box} />
    </>
  )
}
