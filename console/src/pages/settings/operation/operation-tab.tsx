import { drawingCard } from '@sluice/contract/options/drawing'
import { dashboardCard } from '@sluice/contract/options/general'
import { monitoringCard } from '@sluice/contract/options/monitoring'
import { useTranslation } from 'react-i18next'
import { CardGroupPart } from '../card-group.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { AutoGroupsCard } from './auto-groups-card.tsx'
import { ChatsCard } from './chats-card.tsx'
import { CheckinCard } from './checkin-card.tsx'
import { ExpressionsCard } from './expressions-card.tsx'
import { GeneralCard } from './general-card.tsx'
import { GroupModelsCard } from './group-models-card.tsx'
import { GroupPairsCard } from './group-pairs-card.tsx'
import { GroupRoutingCard } from './group-routing-card.tsx'
import { GroupsCard } from './groups-card.tsx'
import { LogsCard } from './logs-card.tsx'
import { MarkupCard } from './markup-card.tsx'
import { PricesCard } from './prices-card.tsx'
import { QuotaCard } from './quota-card.tsx'
import { RulesCard } from './rules-card.tsx'
import { SensitiveCard } from './sensitive-card.tsx'
import { ToolsCard } from './tools-card.tsx'

/** The cards by their jobs, like the list at the side. */
export default function OperationTab() {
  // Loads the texts of all cards: a card that loaded its own later would suspend the tab.
  useTranslation(['settings-operation', 'settings-prices', 'settings-system'])
  return (
    <>
      <CardGroupPart group="site">
        <GeneralCard />
        <SettingsCard card={dashboardCard} />
        <ChatsCard />
      </CardGroupPart>
      <CardGroupPart group="customers">
        <QuotaCard />
        <CheckinCard />
        <GroupsCard />
        <AutoGroupsCard />
        <GroupModelsCard />
        <GroupPairsCard />
      </CardGroupPart>
      <CardGroupPart group="prices">
        <PricesCard />
        <RulesCard />
        <MarkupCard />
        <ExpressionsCard />
        <ToolsCard />
      </CardGroupPart>
      <CardGroupPart group="routing">
        <SettingsCard card={monitoringCard} />
        <GroupRoutingCard />
      </CardGroupPart>
      <CardGroupPart group="advanced">
        <SettingsCard card={drawingCard} />
        <SensitiveCard />
        <LogsCard />
      </CardGroupPart>
    </>
  )
}
