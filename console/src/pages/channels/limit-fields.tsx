import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { ExpiryInput } from '../../components/expiry-input.tsx'
import layout from '../../components/layout.module.css'
import { LimitsInput, readTypedLimits } from '../../components/limits-input.tsx'
import { NumberInput } from '../../components/number-input.tsx'
import { CostPricesField } from './cost-prices-field.tsx'
import { costRows } from './cost-rows.ts'
import { useFieldRules } from './field-rules.ts'
import type { SectionFieldsProps } from './folded-section.tsx'
import { RowsItem } from './rows-item.tsx'
import { SensitiveFields } from './sensitive-fields.tsx'
import { useSettingText } from './use-setting-text.ts'

const expiryChoices = ['never', 'week', 'month', 'year'] as const

/** Rate limits, expiry and cost. */
export function LimitFields({ onRefused, storedExpiry }: SectionFieldsProps) {
  const { t } = useTranslation(['channel-editor', 'channels'])
  const rules = useFieldRules(onRefused)
  const { setting, readText, patch } = useSettingText()
  return (
    <>
      <div className={layout.pair}>
        <Form.Item
          name="max_input_tokens"
          label={t('field.maxInputTokens')}
          extra={t('field.maxInputTokensHelp')}
          rules={[rules.contract('max_input_tokens')]}
        >
          <NumberInput />
        </Form.Item>
        <Form.Item
          name="expired_time"
          label={t('channels:columns.expires')}
          extra={t('field.expiresHelp')}
          rules={[rules.expiry(storedExpiry)]}
        >
          <ExpiryInput choices={expiryChoices} />
        </Form.Item>
      </div>
      <SensitiveFields>
        <Form.Item
          name={['setting_parts', 'limits']}
          label={t('setting.limits')}
          extra={t('setting.limits_help')}
          rules={[rules.settingPart('limits', readText)]}
          getValueProps={() => ({ value: readTypedLimits(setting?.limits) ?? {} })}
        >
          <LimitsInput
            onChange={(limits) => patch({ limits: Object.keys(limits).length === 0 ? undefined : limits })}
          />
        </Form.Item>
      </SensitiveFields>
      <RowsItem
        name="cost_prices"
        label={t('field.costPrices')}
        help={t('field.costPricesHelp')}
        format={costRows}
        rules={rules}
      >
        <CostPricesField />
      </RowsItem>
    </>
  )
}
