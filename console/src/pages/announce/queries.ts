import type { Announcement } from '@sluice/contract/site-content'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-client.ts'
import { applyChange, type ListChange, newestFirst, parseAnnouncements } from './announcements.ts'

const key = 'console_setting.announcements'
const switchKey = 'console_setting.announcements_enabled'

interface StoredAnnouncements {
  /** The text of the option. */
  text: string
  /** Whether announcements are shown at all. */
  isOn: boolean
  /** The newest first. */
  items: Announcement[]
  total: number
}

async function load(signal?: AbortSignal): Promise<StoredAnnouncements> {
  const { data } = await api.answer('GET /api/option/', signal ? { signal } : {})
  const textAt = (name: string) => data.find((option) => option.key === name)?.value ?? ''
  const items = newestFirst(parseAnnouncements(textAt(key)))
  return { text: textAt(key), isOn: textAt(switchKey) !== 'false', items, total: items.length }
}

export const announcementsKey = ['announcements'] as const

export const announcementsQuery = queryOptions({
  queryKey: announcementsKey,
  queryFn: ({ signal }) => load(signal),
  staleTime: 0,
})

/** Others may save as fast as this many times in a row. */
const triesMax = 5

/**
 * Writes one change of the list as it is stored now, so that changes of others since the page was opened stay.
 * Resolves `false`, and changes nothing, if the announcement itself was changed or deleted meanwhile.
 */
export async function saveChange(change: ListChange): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const { text } = await load()
    const next = applyChange(parseAnnouncements(text), change)
    if (next === null) return false
    try {
      await api('PUT /api/option/', { body: { key, value: JSON.stringify(next), was: text } })
      return true
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'option_conflict'
      if (!isConflict || tries >= triesMax) throw error
    }
  }
}
