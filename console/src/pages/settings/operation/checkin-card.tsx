import { checkinCard } from '@sluice/contract/options/quota'
import { OptionRow } from '../option-row.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { QuotaControl } from './quota-card.tsx'

/** The award of the daily check-in. */
export const CheckinCard = () => (
  <SettingsCard card={checkinCard}>
    <OptionRow name="checkin_setting.enabled" />
    {(['checkin_setting.min_quota', 'checkin_setting.max_quota'] as const).map((name) => (
      <OptionRow key={name} name={name}>
        <QuotaControl name={name} />
      </OptionRow>
    ))}
  </SettingsCard>
)
