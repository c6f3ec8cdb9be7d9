import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../lib/queries.ts'
import { themeMode } from '../lib/theme-mode.ts'
import { LoadFault } from './load-fault.tsx'
import css from './turnstile.module.css'

interface TurnstileApi {
  render(box: HTMLElement, options: Record<string, unknown>): string
  remove(id: string): void
  reset(id: string): void
}

const source = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'
let loading: Promise<TurnstileApi> | null = null

/** The service's own script, which must be loaded from its server. */
function loadTurnstile(): Promise<TurnstileApi> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.async = true
    // The script defines the global.
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
  /** '' = not solved, or expired. */
  onToken(token: string): void
  /** A new number requests a new check, because each solution is valid once. */
  round: number
}

/** A network that drops the request never reports it. */
const loadTimeoutMs = 15_000

type Fault = 'notLoaded' | 'noKey' | { code: string }

/** The service's error codes for a wrong configuration of the site, which visitors cannot fix. */
const isOfSite = (code: string): boolean => code.startsWith('110') || code.startsWith('400')

/** The anti-bot check if the site requires one, or the reason why it cannot be shown; otherwise nothing. */
export function Turnstile(props: TurnstileProps) {
  const status = useStatus()
  return status?.turnstile_check === true ? <TurnstileWidget {...props} siteKey={status.turnstile_site_key} /> : null
}

/** The check with a key, whether or not the site requires it. */
export function TurnstileWidget({ siteKey, onToken, round }: TurnstileProps & { siteKey: string }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [attempt, setAttempt] = useState(0)
  const report = useRef(onToken)
  report.current = onToken
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round or attempt asks for a new widget.
  useEffect(() => {
    const element = box.current
    if (siteKey === '' || !element) return
    let widget: string | null = null
    let isGone = false
    setFault(null)
    const fail = (found: Fault) => {
      report.current('')
      if (!isGone) setFault(found)
    }
    const timer = setTimeout(() => fail('notLoaded'), loadTimeoutMs)
    void loadTurnstile().then(
      (turnstile) => {
        clearTimeout(timer)
        if (isGone) return
        setFault(null)
        widget = turnstile.render(element, {
          sitekey: siteKey,
          theme: themeMode(),
          callback: (token: string) => report.current(token),
          'expired-callback': () => report.current(''),
          'error-callback': (code: unknown) => fail({ code: String(code ?? '') }),
        })
      },
      () => {
        clearTimeout(timer)
        fail('notLoaded')
      },
    )
    return () => {
      isGone = true
      clearTimeout(timer)
      report.current('')
      if (widget !== null) void loading?.then((turnstile) => turnstile.remove(widget ?? ''))
    }
  }, [siteKey, round, attempt])
  const shown = siteKey === '' ? 'noKey' : fault
  const retry = () => setAttempt((before) => before + 1)
  return (
    <>
      {shown === 'noKey' && <LoadFault text={t('external.checkNoKey')} />}
      {shown === 'notLoaded' && <LoadFault text={t('external.checkNotLoaded')} onRetry={retry} />}
      {shown !== null && typeof shown === 'object' && (
        <LoadFault
          text={t(isOfSite(shown.code) ? 'external.checkOfSite' : 'external.checkFailed', { code: shown.code })}
          onRetry={retry}
        />
      )}
      {siteKey !== '' && <div ref={box} className={css.widget} hidden={shown !== null} />}
    </>
  )
}
