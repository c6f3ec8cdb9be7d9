import type { Announcement, AnnouncementType } from '@sluice/contract/site-content'
import type { ReactNode } from 'react'
import css from './announcement-banner.module.css'
import { useAnnouncementText } from './announcement-text.ts'
import { Markdown } from './markdown.tsx'
import { type AlertKind, PlainAlert } from './plain/plain-alert.tsx'

const kinds: Record<AnnouncementType, AlertKind> = {
  default: 'info',
  ongoing: 'info',
  success: 'success',
  warning: 'warning',
  error: 'error',
}

interface AnnouncementBannerProps {
  announcement: Announcement
  /** Absent: that of the reader. */
  language?: string
  /** At its end. */
  action?: ReactNode
  /** By default a line across the page. */
  isBox?: boolean
}

/** A running announcement in the colour of its type: a line of the banner, or a box. */
export function AnnouncementBanner({ announcement, language, action, isBox }: AnnouncementBannerProps) {
  const textOf = useAnnouncementText(language)
  return (
    <PlainAlert
      role="status"
      kind={kinds[announcement.type]}
      className={isBox ? css.banner : `${css.banner} ${css.line}`}
      text={<Markdown text={textOf(announcement).content} />}
      action={action}
    />
  )
}
