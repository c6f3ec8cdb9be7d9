import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../../components/announcement-banner.module.css'
import { PlainAlert } from '../../components/plain/plain-alert.tsx'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import texts from '../../components/text.module.css'
import { endView, shownView, showViewEnd } from '../../lib/account-view.ts'
import { toastError } from '../../lib/toasts.ts'

const tickMs = 10_000

/** Says on every page whose account this tab shows, and ends the view. */
export function ViewBar() {
  const { t } = useTranslation(['shell', 'common'])
  const view = shownView()
  const [left, setLeft] = useState(() => leftUntil(view?.endsAt ?? 0))
  const [isEnding, setIsEnding] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => {
      const next = leftUntil(view?.endsAt ?? 0)
      setLeft(next)
      if (next <= 0) showViewEnd()
    }, tickMs)
    return () => clearInterval(timer)
  }, [view])
  if (view === null) return null
  const end = async () => {
    setIsEnding(true)
    if (!(await endView())) {
      setIsEnding(false)
      return toastError(t('common:transport.unreachable'))
    }
    // A tab that a page has opened can be closed by it; otherwise it says that the view is over.
    window.close()
    showViewEnd()
  }
  return (
    <PlainAlert
      role="status"
      kind="warning"
      className={`${css.banner} ${css.line}`}
      text={
        <>
          <strong>{t('view.of', { name: view.username })}</strong> {/* Not announced each minute. */}
          <span className={texts.number} aria-live="off">
            {t('view.left', { count: Math.max(1, Math.ceil(left / 60_000)) })}
          </span>
        </>
      }
      action={
        <PlainButton size="small" disabled={isEnding} onClick={end}>
          {t('view.end')}
        </PlainButton>
      }
    />
  )
}

/** Milliseconds. */
const leftUntil = (endsAt: number): number => endsAt - Date.now()
