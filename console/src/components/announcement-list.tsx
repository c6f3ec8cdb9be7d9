import type { Announcement, AnnouncementType } from '@sluice/contract/site-content'
import { useTranslation } from 'react-i18next'
import css from './announcement-list.module.css'
import { ColorTag, type TagColor } from './color-tag.tsx'
import { Markdown } from './markdown.tsx'
import { TimeText } from './time-text.tsx'

const colors: Record<Exclude<AnnouncementType, 'default'>, TagColor> = {
  ongoing: 'blue',
  success: 'green',
  warning: 'orange',
  error: 'red',
}

/** The operator's announcements in the given order, each with its date and, unless it is ordinary, its type. */
export function AnnouncementList({ announcements }: { announcements: readonly Announcement[] }) {
  const { t } = useTranslation('content')
  return (
    <ol className={css.list}>
      {announcements.map(({ content, publishDate, type, extra }, index) => (
        // Two may be equal; the list is replaced as a whole.
        <li key={index} data-type={type}>
          <div className={css.head}>
            <TimeText seconds={Math.floor(Date.parse(publishDate) / 1000)} />
            {type !== 'default' && <ColorTag color={colors[type]}>{t(`announcements.type.${type}`)}</ColorTag>}
          </div>
          <Markdown text={content} />
          {extra.trim() !== '' && (
            <div className={css.extra}>
              <Markdown text={extra} />
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}
