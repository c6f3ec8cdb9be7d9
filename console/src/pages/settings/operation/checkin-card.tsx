import { OptionRow } from '../option-row.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { operationCards } from './cards.ts'
import { QuotaControl } from './quota-card.tsx'

/** The award for coming by, once a day. */
export const CheckinCard = () => (
  <SettingsCard card={operationCards.checkin}>
    <OptionRow name="checkin_setting.enabled" />
    {['checkin_setting.min_quota', 'checkin_setting.max_quota'].map((name) => (
      <OptionRow key={name} name={name}>
        <QuotaControl name={name} />
      </OptionRow>
    ))}
  </SettingsCard>
)
