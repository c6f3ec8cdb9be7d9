import { quotaCard } from '@sluice/contract/options/quota'
import type { OptionKey } from '@sluice/contract/options/registry'
import { QuotaInput } from '../../../components/quota-input.tsx'
import { controlIdOf, fieldOf, optionsOf } from '../option-field.ts'
import { OptionRow } from '../option-row.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { useOption } from '../use-option.ts'
import css from './operation.module.css'

export function QuotaCard() {
  return (
    <SettingsCard card={quotaCard}>
      {optionsOf(quotaCard).map((name) => (
        <OptionRow key={name} name={name}>
          {fieldOf(quotaCard, name).isAmount ? <QuotaControl name={name} /> : undefined}
        </OptionRow>
      ))}
    </SettingsCard>
  )
}

export function QuotaControl({ name }: { name: OptionKey }) {
  const option = useOption(name)
  const value = option.text.trim() === '' ? null : Number(option.text)
  return (
    <span className={css.quota}>
      <QuotaInput
        id={controlIdOf(name)}
        value={Number.isFinite(value) ? value : null}
        disabled={option.isReadOnly}
        onChange={(next) => option.setText(next === null ? '' : String(next))}
        onBlur={option.check}
      />
    </span>
  )
}
