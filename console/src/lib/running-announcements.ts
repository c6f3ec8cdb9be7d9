import { isShownIn, placesOf } from '@sluice/contract/announcement-times'
import type { Announcement } from '@sluice/contract/site-content'
import { fingerprintOf } from './fingerprint.ts'
import { readJson, writeJson } from './storage.ts'

const shownMax = 3
/** More are not kept: the oldest ones ended long ago. */
const hiddenMax = 50

export interface RunningAnnouncement {
  /** The same as long as its text and its start are; a later end does not show it again. */
  id: string
  announcement: Announcement
}

/** The announcements of `list`, newest first, that are banners at `now`. The rest is only behind the bell. */
export const findRunning = (list: readonly Announcement[], now: number): RunningAnnouncement[] =>
  list
    .filter((one) => isShownIn('banner', one, now))
    .slice(0, shownMax)
    .map((announcement) => ({ id: fingerprintOf(JSON.stringify(identityOf(announcement))), announcement }))

/** The announcements that the sign-in page has at `now`. A banner stands above all pages, this one too. */
export const findLoginOnly = (list: readonly Announcement[], now: number): Announcement[] =>
  list.filter((one) => isShownIn('login', one, now) && !isShownIn('banner', one, now)).slice(0, shownMax)

const identityOf = ({ publishDate, type, content }: Announcement) => [publishDate, type, content]

/** When the next banner starts or ends after `now`, in milliseconds; null = never. */
export function nextChange(list: readonly Announcement[], now: number): number | null {
  const banners = list.filter((one) => placesOf(one).includes('banner'))
  const times = banners.flatMap(({ publishDate, until = '' }) =>
    until === '' ? [Date.parse(publishDate)] : [Date.parse(publishDate), Date.parse(until)],
  )
  const next = Math.min(...times.filter((time) => time > now))
  return Number.isFinite(next) ? next : null
}

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** What this browser's user has hidden, the last one first. */
export const readHidden = (): string[] => readJson('banner-hidden', isIds) ?? []

/** Other tabs may have hidden more since this one read it. */
export function hideForGood(id: string): string[] {
  const hidden = [...new Set([id, ...readHidden()])].slice(0, hiddenMax)
  writeJson('banner-hidden', hidden)
  return hidden
}
