import { announcedIn } from '@sluice/contract/announcement-times'
import type { Announcement } from '@sluice/contract/site-content'
import { useTranslation } from 'react-i18next'

/** The texts of an announcement for the reader, or in a `language` that is given. */
export function useAnnouncementText(language?: string) {
  const { i18n } = useTranslation()
  return (announcement: Announcement) => announcedIn(announcement, language ?? i18n.resolvedLanguage ?? 'en')
}
