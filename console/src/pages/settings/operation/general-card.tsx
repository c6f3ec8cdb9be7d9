import { generalCard } from '@sluice/contract/options/general'
import type { QuotaDisplayType } from '@sluice/contract/quota-display'
import { App } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { OptionControl } from '../option-control.tsx'
import { optionsOf } from '../option-field.ts'
import { OptionRow } from '../option-row.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { useOption } from '../use-option.ts'

/** Links, display and modes. Changing the quota per unit shows a warning first. */
export function GeneralCard() {
  return (
    <SettingsCard card={generalCard}>
      <GeneralRows />
    </SettingsCard>
  )
}

/** The rate or the symbol, only if amounts are shown in that currency. */
const currencyRows: Readonly<Record<string, QuotaDisplayType>> = {
  USDExchangeRate: 'CNY',
  'general_setting.custom_currency_symbol': 'CUSTOM',
  'general_setting.custom_currency_exchange_rate': 'CUSTOM',
}

function GeneralRows() {
  const type = useOption('general_setting.quota_display_type').text
  const names = optionsOf(generalCard)
  return names
    .filter((name) => currencyRows[name] === undefined || currencyRows[name] === type)
    .map((name) => (name === 'QuotaPerUnit' ? <QuotaPerUnitRow key={name} /> : <OptionRow key={name} name={name} />))
}

function QuotaPerUnitRow() {
  const { t } = useTranslation(['settings-operation', 'common'])
  const { modal } = App.useApp()
  // Not when the dialog returns the focus, nor when a click only moves the cursor.
  const wasFocused = useRef(false)
  const warn = () => {
    if (wasFocused.current) return
    modal.warning({
      title: t('perUnit.warningTitle'),
      content: t('perUnit.warningText'),
      okText: t('perUnit.understood'),
    })
  }
  return (
    <OptionRow name="QuotaPerUnit">
      {/* biome-ignore lint/a11y: the wrapper only handles the click on the field in it. */}
      <span
        onPointerDown={({ currentTarget }) => {
          wasFocused.current = currentTarget.contains(document.activeElement)
        }}
        onClick={warn}
      >
        <OptionControl name="QuotaPerUnit" />
      </span>
    </OptionRow>
  )
}
