import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined'
import { announcedIn } from '@sluice/contract/announcement-times'
import type { Announcement } from '@sluice/contract/site-content'
import type { SystemStatus } from '@sluice/contract/status'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnnouncementBanner } from '../../components/announcement-banner.tsx'
import { markdownQuery } from '../../components/markdown.tsx'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { PlainIcon } from '../../components/plain/plain-icon.tsx'
import { isViewing } from '../../lib/account-view.ts'
import { useLocation } from '../../lib/page-router.tsx'
import { useStatus } from '../../lib/queries.ts'
import {
  findLoginOnly,
  findRunning,
  hideForGood,
  nextChange,
  type RunningAnnouncement,
  readHidden,
} from '../../lib/running-announcements.ts'
import css from './running-banner.module.css'

const none: readonly Announcement[] = []

const ViewBar = lazy(async () => ({ default: (await import('./view-bar.tsx')).ViewBar }))

const textQueryOf = (announcement: Announcement) =>
  markdownQuery(announcedIn(announcement, i18next.resolvedLanguage ?? 'en').content)

/** A page is not held back longer for its announcements: a banner then lies at the end of the window. */
const waitForTextMs = 1_000

/** Renders the announcements that a page begins with before it is drawn. Never rejects. */
export async function prepareAnnouncements(client: QueryClient, status: SystemStatus, pathname: string): Promise<void> {
  const { announcements = none } = status
  const hidden = readHidden()
  const banners = findRunning(announcements, Date.now()).filter(({ id }) => !hidden.includes(id))
  const own = pathname === '/login' ? findLoginOnly(announcements, Date.now()) : []
  const queries = [...banners.map(({ announcement }) => announcement), ...own].map(textQueryOf)
  if (queries.every(({ queryKey }) => client.getQueryData(queryKey) !== undefined)) return
  const texts = Promise.allSettled(queries.map((query) => client.ensureQueryData(query)))
  await Promise.race([texts, new Promise((resolve) => setTimeout(resolve, waitForTextMs))])
}

/**
 * The announcements that run now, on all pages until the browser's user hides them one by one. Those that were ready
 * when the page was opened stand above it; later ones lie at the end of the window until the next page.
 */
export function RunningBanner() {
  const { t } = useTranslation('shell')
  const announcements = useStatus()?.announcements ?? none
  const now = useTimeOfChange(announcements)
  const [hidden, setHidden] = useState(readHidden)
  const shown = findRunning(announcements, now).filter(({ id }) => !hidden.includes(id))
  const early = useReadyAtOpening(shown)
  const [above, late] = [shown.filter(({ id }) => early.has(id)), shown.filter(({ id }) => !early.has(id))]
  const box = useRoomOf('--banner-height', above.length > 0 || isViewing)
  const lateBox = useRoomOf('--late-height', late.length > 0)
  const lines = (list: readonly RunningAnnouncement[]) =>
    list.map(({ id, announcement }) => (
      <AnnouncementBanner
        key={id}
        announcement={announcement}
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
    ))
  return (
    <>
      {(above.length > 0 || isViewing) && (
        <section ref={box} className={css.banner} aria-label={t('notice')}>
          <Suspense fallback={null}>{isViewing && <ViewBar />}</Suspense>
          {lines(above)}
        </section>
      )}
      {late.length > 0 && (
        <section ref={lateBox} className={css.late} aria-label={t('newNotice')}>
          {lines(late)}
        </section>
      )}
    </>
  )
}

/** The announcements that ran, with their text rendered, when the page at this address was opened. */
function useReadyAtOpening(shown: readonly RunningAnnouncement[]): ReadonlySet<string> {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const [opened, setOpened] = useState<{ pathname: string | null; ids: ReadonlySet<string> }>(nothingOpened)
  if (opened.pathname === pathname) return opened.ids
  const isReady = ({ announcement }: RunningAnnouncement) =>
    client.getQueryData(textQueryOf(announcement).queryKey) !== undefined
  const ids = new Set(shown.filter(isReady).map(({ id }) => id))
  setOpened({ pathname, ids })
  return ids
}

const nothingOpened = { pathname: null, ids: new Set<string>() }

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

/**
 * The height of a banner, for the frame. What sticks below the top bar, or fills the window below it, begins below
 * `--banner-height`; the page is longer by `--late-height`.
 */
function useRoomOf(property: '--banner-height' | '--late-height', isShown: boolean) {
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!isShown || element === null) return
    const { style } = document.documentElement
    const write = () => style.setProperty(property, `${element.offsetHeight}px`)
    write()
    const observer = new ResizeObserver(write)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [property, isShown])
  return box
}
