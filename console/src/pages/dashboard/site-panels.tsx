import { isShownIn } from '@sluice/contract/announcement-times'
import type { Announcement, ApiAddress, FaqEntry } from '@sluice/contract/site-content'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnnouncementList } from '../../components/announcement-list.tsx'
import { ColorTag } from '../../components/color-tag.tsx'
import { CopyText } from '../../components/copy-text.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { tagColorOf } from '../../components/tag-color-of.ts'
import { useStatus } from '../../lib/queries.ts'
import css from './dashboard.module.css'
import { Panel, WholeButton } from './panel.tsx'
import site from './site-panels.module.css'
import { UptimePanel } from './uptime-panel.tsx'

/** Panels with the operator's content. Empty panels and rows are hidden. */
export function SitePanels() {
  const { announcements: all = [], api_info = [], faq = [], uptime_kuma_enabled = false } = useStatus() ?? {}
  const [now] = useState(Date.now)
  const announcements = all.filter((one) => isShownIn('bell', one, now))
  if (announcements.length + api_info.length + faq.length === 0 && !uptime_kuma_enabled) return null
  return (
    <div className={site.columns}>
      {announcements.length > 0 && <AnnouncementsPanel announcements={announcements} />}
      {api_info.length > 0 && <AddressesPanel addresses={api_info} />}
      {uptime_kuma_enabled && <UptimePanel />}
      {faq.length > 0 && <FaqPanel entries={faq} />}
    </div>
  )
}

/** The number of items visible at first. */
const announcementsShown = 3

function AnnouncementsPanel({ announcements }: { announcements: readonly Announcement[] }) {
  const { t } = useTranslation('content')
  const [isWhole, setIsWhole] = useState(false)
  const count = announcements.length
  return (
    <Panel title={t('announcements.title')}>
      <AnnouncementList announcements={isWhole ? announcements : announcements.slice(0, announcementsShown)} />
      {count > announcementsShown && (
        <WholeButton isWhole={isWhole} onChange={setIsWhole} className={site.whole}>
          {isWhole ? t('fewer') : t('announcements.all', { count })}
        </WholeButton>
      )}
    </Panel>
  )
}

function AddressesPanel({ addresses }: { addresses: readonly ApiAddress[] }) {
  const { t } = useTranslation('content')
  return (
    <Panel title={t('addresses.title')}>
      <ul className={css.lines}>
        {addresses.map(({ url, route, description, color }, index) => (
          <li key={index} className={site.address}>
            <ColorTag color={tagColorOf(color)}>{route}</ColorTag>
            <CopyText value={url} label={route} />
            {description.trim() !== '' && <p>{description}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function FaqPanel({ entries }: { entries: readonly FaqEntry[] }) {
  const { t } = useTranslation('content')
  return (
    <Panel title={t('faq.title')}>
      <div className={site.faq}>
        {entries.map(({ question, answer }, index) => (
          <details key={index}>
            <summary>{question}</summary>
            <Markdown text={answer} />
          </details>
        ))}
      </div>
    </Panel>
  )
}
