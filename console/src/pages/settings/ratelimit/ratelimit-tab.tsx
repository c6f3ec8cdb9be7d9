import { modelRequestsCard } from '@sluice/contract/options/rate-limits'
import { OptionControl } from '../option-control.tsx'
import { OptionRow } from '../option-row.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { AccountLimitsCard } from './account-limits-card.tsx'
import { GroupLimitsTable } from './group-limits-table.tsx'
import { LimitTableCard } from './limit-table-card.tsx'
import css from './ratelimit.module.css'

const groupLimits = 'ModelRequestRateLimitGroup'

export default function RatelimitTab() {
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
  return (
    <SettingsCard card={modelRequestsCard}>
      <OptionRow name="ModelRequestRateLimitEnabled" />
      <OptionRow name="ModelRequestRateLimitDurationMinutes" />
      <OptionRow name="ModelRequestRateLimitCount" />
      <OptionRow name="ModelRequestRateLimitSuccessCount" />
      <OptionRow name={groupLimits}>
        <div className={css.pair}>
          <GroupLimitsTable name={groupLimits} />
          <OptionControl name={groupLimits} />
        </div>
      </OptionRow>
    </SettingsCard>
  )
}
