import { homeBlocksCard, publicPagesCard } from '@sluice/contract/options/content'
import { useTranslation } from 'react-i18next'
import { CardGroupPart } from '../card-group.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { AnnouncementsCard } from './announcements-card.tsx'
import { DocsPagesCard } from './docs-pages-card.tsx'
import { InfoCard } from './info-card.tsx'
import { ListCard } from './list-card.tsx'
import { lists } from './lists.ts'
import { HeaderCard, SidebarCard } from './nav-cards.tsx'
import { TextCard } from './text-card.tsx'

export default function OtherTab() {
  // Loads the texts of all cards: a card that loaded its own later would suspend the tab.
  useTranslation(['settings-other', 'settings-system', 'docs'])
  return (
    <>
      <CardGroupPart group="site">
        <InfoCard />
        <ListCard spec={lists.faq} />
        <ListCard spec={lists.addresses} />
        <ListCard spec={lists.uptime} />
        <TextCard id="name" />
        <TextCard id="logo" />
        <TextCard id="home" hasPreview />
        <SettingsCard card={homeBlocksCard} />
        <SettingsCard card={publicPagesCard} />
        <DocsPagesCard />
        <TextCard id="about" hasPreview />
        <TextCard id="contact" />
        <TextCard id="footer" />
        <HeaderCard />
        <SidebarCard />
        <TextCard id="agreement" hasPreview />
        <TextCard id="privacy" hasPreview />
      </CardGroupPart>
      <CardGroupPart group="notifications">
        <TextCard id="notice" hasPreview />
        <AnnouncementsCard />
      </CardGroupPart>
    </>
  )
}
