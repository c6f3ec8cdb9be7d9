/** Where an announcement can be shown. `bell`: behind the bell, and on the dashboard. */
export const announcementPlaces = ['banner', 'bell', 'login', 'status'] as const
export type AnnouncementPlace = (typeof announcementPlaces)[number]

/** When and where an announcement is shown, in ISO dates; no end, or an empty one = until it is deleted. */
interface AnnouncedSpan {
  publishDate: string
  until?: string | undefined
  places?: readonly AnnouncementPlace[] | undefined
}

type AnnouncementState = 'planned' | 'running' | 'over'

export function stateOfAnnouncement({ publishDate, until = '' }: AnnouncedSpan, now: number): AnnouncementState {
  if (now < Date.parse(publishDate)) return 'planned'
  return until === '' || now < Date.parse(until) ? 'running' : 'over'
}

/** Lists without places are older: they had a banner as soon as they had an end. */
export const placesOf = ({ until = '', places }: AnnouncedSpan): readonly AnnouncementPlace[] =>
  places ?? (until === '' ? ['bell', 'status'] : ['banner', 'bell', 'status'])

/**
 * Whether the place has it at `now`, in milliseconds. Banner and sign-in page end with it; the others keep what is over
 * as their history.
 */
export function isShownIn(place: AnnouncementPlace, announcement: AnnouncedSpan, now: number): boolean {
  if (!placesOf(announcement).includes(place)) return false
  const state = stateOfAnnouncement(announcement, now)
  return state === 'running' || (state === 'over' && (place === 'bell' || place === 'status'))
}

interface AnnouncedText {
  content: string
  extra: string
  content_zh?: string | undefined
  extra_zh?: string | undefined
}

/** Its texts for readers of a language: those of `content` where it has none in that language. */
export function announcedIn(
  { content, extra, content_zh: chinese = '', extra_zh: chineseExtra = '' }: AnnouncedText,
  language: string,
): { content: string; extra: string } {
  return language === 'zh' && chinese !== '' ? { content: chinese, extra: chineseExtra } : { content, extra }
}
