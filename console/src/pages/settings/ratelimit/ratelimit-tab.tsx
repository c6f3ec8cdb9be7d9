import { modelRequestsCard } from '@sluice/contract/options/rate-limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OptionRow } from '../option-row.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { type View, ViewSwitch } from '../view-switch.tsx'
import { AccountLimitsCard } from './account-limits-card.tsx'
import { GroupLimitsTable } from './group-limits-table.tsx'
import { LimitTableCard } from './limit-table-card.tsx'

const groupLimits = 'ModelRequestRateLimitGroup'

export default function RatelimitTab() {
  // Loads the texts of all cards: a card that loaded its own later would suspend the tab.
  useTranslation(['settings-ratelimit', 'settings-system'])
  return (
    <>
      <ModelRequestsCard />
      <AccountLimitsCard />
      <LimitTableCard id="groupLimits" />
      <LimitTableCard id="modelLimits" />
    </>
  )
}

function ModelRequestsCard() {
  const [view, setView] = useState<View>('table')
  return (
    <SettingsCard card={modelRequestsCard}>
      <OptionRow name="ModelRequestRateLimitEnabled" />
      <OptionRow name="ModelRequestRateLimitDurationMinutes" />
      <OptionRow name="ModelRequestRateLimitCount" />
      <OptionRow name="ModelRequestRateLimitSuccessCount" />
      <OptionRow name={groupLimits} isWide actions={<ViewSwitch view={view} onChange={setView} />}>
        {view === 'table' ? <GroupLimitsTable name={groupLimits} onJson={() => setView('json')} /> : undefined}
      </OptionRow>
    </SettingsCard>
  )
}
