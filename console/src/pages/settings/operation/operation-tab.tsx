import { SettingsCard } from '../settings-card.tsx'
import { operationCards } from './cards.ts'
import { ChatsCard } from './chats-card.tsx'
import { CheckinCard } from './checkin-card.tsx'
import { GeneralCard } from './general-card.tsx'
import { GroupPairsCard } from './group-pairs-card.tsx'
import { GroupsCard } from './groups-card.tsx'
import { LogsCard } from './logs-card.tsx'
import { PricesCard } from './prices-card.tsx'
import { QuotaCard } from './quota-card.tsx'
import { RulesCard } from './rules-card.tsx'
import { SensitiveCard } from './sensitive-card.tsx'
import { ToolsCard } from './tools-card.tsx'

/** The cards in the order of `operationCards`, by which the list at the side is made. */
export default function OperationTab() {
  return (
    <>
      <GeneralCard />
      <SettingsCard card={operationCards.drawing} />
      <SensitiveCard />
      <LogsCard />
      <SettingsCard card={operationCards.dashboard} />
      <SettingsCard card={operationCards.monitoring} />
      <QuotaCard />
      <CheckinCard />
      <ChatsCard />
      <GroupsCard />
      <GroupPairsCard />
      <PricesCard />
      <RulesCard />
      <ToolsCard />
    </>
  )
}
