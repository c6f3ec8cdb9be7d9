import { stateOfAnnouncement } from '@sluice/contract/announcement-times'
import { dayMs } from '@sluice/contract/durations'
import type { Announcement, AnnouncementType } from '@sluice/contract/site-content'

/** The kinds that say something is wrong, the strongest first. */
const kinds: readonly AnnouncementType[] = ['error', 'warning', 'ongoing']
/** Without an end, an incident is open for so long. */
const openMs = 7 * dayMs

/** The strongest announcement of the status page that is open at `now` (milliseconds): of equal ones the newest. */
export function strongestIncident(incidents: readonly Announcement[], now: number): Announcement | null {
  const open = incidents.filter(
    (one) =>
      stateOfAnnouncement(one, now) === 'running' &&
      ((one.until ?? '') !== '' || now - Date.parse(one.publishDate) < openMs),
  )
  // They come newest first.
  for (const kind of kinds) {
    const found = open.find(({ type }) => type === kind)
    if (found) return found
  }
  return null
}
