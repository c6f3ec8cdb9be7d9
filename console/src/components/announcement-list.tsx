import type { Announcement, AnnouncementType } from '@sluice/contract/site-content'
import { useTranslation } from 'react-i18next'
import css from './announcement-list.module.css'
import { useAnnouncementText } from './announcement-text.ts'
import { ColorTag, type TagColor } from './color-tag.tsx'
import { Markdown } from './markdown.tsx'
import { TimeText } from './time-text.tsx'

/** Of the tag of a type. */
export const announcementColors: Record<Exclude<AnnouncementType, 'default'>, TagColor> = {
  ongoing: 'blue',
  success: 'green',
  warning: 'orange',
  error: 'red',
}

interface AnnouncementListProps {
  announcements: readonly Announcement[]
  /** Absent: that of the reader. */
  language?: string
}

/** Announcements in the given order, each with its date and, unless it is ordinary, its type. */
export function AnnouncementList({ announcements, language }: AnnouncementListProps) {
  const { t } = useTranslation('content')
  const textOf = useAnnouncementText(language)
  return (
    <ol className={css.list}>
      {announcements.map((announcement, index) => {
        const { publishDate, type } = announcement
        const { content, extra } = textOf(announcement)
        return (
          // Two may be equal; the list is replaced as a whole.
          <li key={index} data-type={type}>
            <div className={css.head}>
              <TimeText seconds={Math.floor(Date.parse(publishDate) / 1000)} />
              {type !== 'default' && (
                <ColorTag color={announcementColors[type]}>{t(`announcements.type.${type}`)}</ColorTag>
              )}
            </div>
            <Markdown text={content} />
            {extra.trim() !== '' && (
              <div className={css.extra}>
                <Markdown text={extra} />
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}
