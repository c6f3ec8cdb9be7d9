import { useEffect, useRef } from 'react'
import { useStatus } from '../lib/queries.ts'
import { themeMode } from '../lib/theme-mode.ts'
import css from './turnstile.module.css'

interface TurnstileApi {
  render(box: HTMLElement, options: Record<string, unknown>): string
  remove(id: string): void
  reset(id: string): void
}

const source = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'
let loading: Promise<TurnstileApi> | null = null

/** The service's own script: it may not be hosted by anybody else. */
function loadTurnstile(): Promise<TurnstileApi> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.async = true
    script.onload = () => resolve((window as unknown as { turnstile: TurnstileApi }).turnstile)
    script.onerror = () => {
      loading = null
      script.remove()
      reject(new Error('the check could not be loaded'))
    }
    document.head.append(script)
  })
  return loading
}

interface TurnstileProps {
  /** '' = not solved, or solved too long ago. */
  onToken(token: string): void
  /** Another number asks for a new check: each solution counts once. */
  round: number
}

/** The anti-bot check, where the site asks for one; nothing elsewhere. */
export function Turnstile({ onToken, round }: TurnstileProps) {
  const status = useStatus()
  const box = useRef<HTMLDivElement>(null)
  const siteKey = status?.turnstile_check ? status.turnstile_site_key : ''
  // Another `round` asks for a new widget.
  const tell = useRef(onToken)
  tell.current = onToken
  useEffect(() => {
    const element = box.current
    if (siteKey === '' || !element) return
    let widget: string | null = null
    let isGone = false
    void loadTurnstile().then(
      (turnstile) => {
        if (isGone) return
        widget = turnstile.render(element, {
          sitekey: siteKey,
          theme: themeMode(),
          callback: (token: string) => tell.current(token),
          'expired-callback': () => tell.current(''),
          'error-callback': () => tell.current(''),
        })
      },
      () => tell.current(''),
    )
    return () => {
      isGone = true
      tell.current('')
      if (widget !== null) void loading?.then((turnstile) => turnstile.remove(widget ?? ''))
    }
  }, [siteKey, round])
  return siteKey === '' ? null : <div ref={box} className={css.widget} />
}
