import type { AnnouncementPlace } from '@sluice/contract/announcement-times'
import { placesOf } from '@sluice/contract/announcement-times'
import { parseJson } from '@sluice/contract/read-json'
import {
  type Announcement,
  type AnnouncementType,
  announcement,
  contentLimits,
  withoutEmptyParts,
} from '@sluice/contract/site-content'
import { localMinute } from '../../lib/local-minute.ts'

/** The fields of the form; times as `datetime-local` fields have them, '' = none. */
export interface AnnouncementValues {
  content: string
  extra: string
  content_zh: string
  extra_zh: string
  type: AnnouncementType
  publishDate: string
  until: string
  places: AnnouncementPlace[]
}

/** The fields of a language. */
export const fieldsOf = {
  en: { content: 'content', extra: 'extra' },
  zh: { content: 'content_zh', extra: 'extra_zh' },
} as const

/** The stored list; entries that this version cannot read are left out. */
export function parseAnnouncements(text: string): Announcement[] {
  const list = text.trim() === '' ? [] : parseJson(text)
  if (!Array.isArray(list)) return []
  return list.flatMap((entry) => announcement.safeParse(entry).data ?? [])
}

/** In the order in which readers get them. */
export const newestFirst = (list: readonly Announcement[]): Announcement[] =>
  list.toSorted((one, other) => Date.parse(other.publishDate) - Date.parse(one.publishDate))

const minuteOf = (instant = ''): string => (instant === '' ? '' : localMinute(Date.parse(instant) / 1000))

/** Of a new announcement; `now` in milliseconds. */
export const blankValues = (now: number): AnnouncementValues => ({
  content: '',
  extra: '',
  content_zh: '',
  extra_zh: '',
  type: 'default',
  publishDate: localMinute(now / 1000),
  until: '',
  places: ['bell', 'status'],
})

export const buildValues = (one: Announcement): AnnouncementValues => ({
  content: one.content,
  extra: one.extra,
  content_zh: one.content_zh ?? '',
  extra_zh: one.extra_zh ?? '',
  type: one.type,
  publishDate: minuteOf(one.publishDate),
  until: minuteOf(one.until),
  places: [...placesOf(one)],
})

/** A field that was not touched keeps the instant of `edited`, whose seconds the form does not show. */
export function buildAnnouncement(values: AnnouncementValues, edited: Announcement | null): Announcement {
  const instantOf = (minute: string, before = ''): string => {
    if (minute === minuteOf(before)) return before
    return minute === '' ? '' : new Date(minute).toISOString()
  }
  return withoutEmptyParts({
    ...values,
    content: values.content.trim(),
    extra: values.extra.trim(),
    content_zh: values.content_zh.trim(),
    extra_zh: values.extra_zh.trim(),
    publishDate: instantOf(values.publishDate, edited?.publishDate),
    until: instantOf(values.until, edited?.until),
  })
}

/** One change of the list: `before` null adds `after` on top, `after` null removes `before`. */
export interface ListChange {
  before: Announcement | null
  after: Announcement | null
}

const isSame = (one: Announcement, other: Announcement): boolean =>
  JSON.stringify(announcement.parse(one)) === JSON.stringify(announcement.parse(other))

/** The list with the change; null = `before` is not in it as it was: it was changed or deleted meanwhile. */
export function applyChange(list: readonly Announcement[], { before, after }: ListChange): Announcement[] | null {
  if (before === null) return after === null ? [...list] : [after, ...list]
  const index = list.findIndex((one) => isSame(one, before))
  if (index < 0) return after === null ? [...list] : null
  return after === null ? list.toSpliced(index, 1) : list.with(index, after)
}

export const announcementsMax = contentLimits.announcements
