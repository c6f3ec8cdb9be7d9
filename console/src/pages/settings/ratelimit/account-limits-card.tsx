import { accountLimitsCard } from '@sluice/contract/options/rate-limits'
import layout from '../../../components/layout.module.css'
import { LimitsInput } from '../../../components/limits-input.tsx'
import { QuotaControl } from '../operation/quota-card.tsx'
import { OptionControl } from '../option-control.tsx'
import { writeJson } from '../option-json.ts'
import { OptionRow } from '../option-row.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { useOption } from '../use-option.ts'
import { parseLimitsText } from './limit-tables.ts'

const name = 'DefaultUserLimits'

/** The default limits of accounts. */
export function AccountLimitsCard() {
  return (
    <SettingsCard card={accountLimitsCard}>
      <OptionRow name={name} isLabelHidden isWide>
        <AccountLimits />
      </OptionRow>
      <OptionRow name="token_setting.max_user_tokens" />
      <OptionRow name="token_setting.default_quota">
        <QuotaControl name="token_setting.default_quota" />
      </OptionRow>
    </SettingsCard>
  )
}

function AccountLimits() {
  const option = useOption(name)
  const limits = parseLimitsText(option.text)
  if (limits === null) return <OptionControl name={name} />
  return (
    <div className={layout.wide}>
      <LimitsInput value={limits} onChange={(next) => option.setText(writeJson(next))} />
    </div>
  )
}
