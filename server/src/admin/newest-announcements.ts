import { isShownIn } from '@sluice/contract/announcement-times'
import type { Announcement } from '@sluice/contract/site-content'
import type { OptionValues } from '../state/option-registry.ts'

/** Announcements of the same time stay in the operator's order. */
const newestFirst = (list: readonly Announcement[]): Announcement[] =>
  list.toSorted((one, other) => Date.parse(other.publishDate) - Date.parse(one.publishDate))

/** What is public of the announcements: nothing where they are switched off. */
export const newestAnnouncements = (options: OptionValues): Announcement[] =>
  options['console_setting.announcements_enabled'] ? newestFirst(options['console_setting.announcements']) : []

/** Those that the status page and its feed have at `now`. */
export const announcedIncidents = (options: OptionValues, now: number): Announcement[] =>
  newestAnnouncements(options).filter((announcement) => isShownIn('status', announcement, now))
