import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined'
import type { Announcement, AnnouncementType } from '@sluice/contract/site-content'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AlertKind, PlainAlert } from '../../components/plain/plain-alert.tsx'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { PlainIcon } from '../../components/plain/plain-icon.tsx'
import { useStatus } from '../../lib/queries.ts'
import { findRunning, hideForGood, nextChange, readHidden } from './running-announcements.ts'
import css from './running-banner.module.css'

const Markdown = lazy(async () => ({ default: (await import('../../components/markdown.tsx')).Markdown }))

const kinds: Record<AnnouncementType, AlertKind> = {
  default: 'info',
  ongoing: 'info',
  success: 'success',
  warning: 'warning',
  error: 'error',
}
const none: readonly Announcement[] = []

/** The announcements that run now, on all pages until the browser's user hides them one by one. */
export function RunningBanner() {
  const { t } = useTranslation('shell')
  const announcements = useStatus()?.announcements ?? none
  const now = useTimeOfChange(announcements)
  const [hidden, setHidden] = useState(readHidden)
  const shown = findRunning(announcements, now).filter(({ id }) => !hidden.includes(id))
  const box = useRoomBelow(shown.length > 0)
  if (shown.length === 0) return null
  return (
    <section ref={box} className={css.banner} aria-label={t('notice')}>
      {shown.map(({ id, announcement: { type, content } }) => (
        <PlainAlert
          key={id}
          role="status"
          kind={kinds[type]}
          className={css.one}
          text={
            <Suspense fallback={null}>
              <Markdown text={content} />
            </Suspense>
          }
          action={
            <PlainButton
              kind="text"
              size="small"
              icon={<PlainIcon of={CloseOutlined} />}
              aria-label={t('hideBanner')}
              title={t('hideBanner')}
              onClick={() => setHidden(hideForGood(id))}
            />
          }
        />
      ))}
    </section>
  )
}

/** A longer wait of `setTimeout` ends at once. */
const waitMax = 2_147_483_647

/** The time of the last start or end of an announcement, or of the first look, in milliseconds. */
function useTimeOfChange(announcements: readonly Announcement[]): number {
  const [now, setNow] = useState(Date.now)
  const next = nextChange(announcements, now)
  useEffect(() => {
    if (next === null) return
    // `now` is older than this moment when the announcements came later.
    const wait = Math.min(Math.max(next - Date.now(), 0), waitMax)
    const timer = setTimeout(() => setNow(Math.max(Date.now(), now + 1)), wait)
    return () => clearTimeout(timer)
  }, [next, now])
  return now
}

/** What sticks below the top bar, or fills the window below it, begins below the banner: `--banner-height`. */
function useRoomBelow(isShown: boolean) {
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!isShown || element === null) return
    const { style } = document.documentElement
    const write = () => style.setProperty('--banner-height', `${element.offsetHeight}px`)
    write()
    const observer = new ResizeObserver(write)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--banner-height')
    }
  }, [isShown])
  return box
}
