import { useEffect, useRef } from 'react'

interface TelegramWidgetProps {
  botName: string
  /** Page of ours that gets the signed proof as its query. */
  returnPath: string
}

/**
 * Telegram's own login button, which lives in a frame of theirs (core.telegram.org/widgets/login). It leads to a
 * page of ours: its other way, a callback in an attribute, needs `eval`, which our pages forbid.
 */
export function TelegramWidget({ botName, returnPath }: TelegramWidgetProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const script = document.createElement('script')
    script.src = 'https://telegram.org/js/telegram-widget.js?22'
    script.async = true
    script.dataset.telegramLogin = botName
    script.dataset.size = 'large'
    script.dataset.radius = '8'
    script.dataset.authUrl = new URL(returnPath, location.origin).href
    element.append(script)
    return () => element.replaceChildren()
  }, [botName, returnPath])
  return <div ref={box} />
}
