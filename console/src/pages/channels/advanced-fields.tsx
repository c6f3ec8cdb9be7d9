import { apiKeyMark } from '@sluice/contract/header-override'
import { Collapse, Form, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format.ts'
import { summariseAdvanced } from './advanced-summary.ts'
import type { ChannelFormValues } from './channel-form.ts'
import css from './channels.module.css'
import { CostPricesField } from './cost-prices-field.tsx'
import { costRows } from './cost-rows.ts'
import { ExpiryField } from './expiry-field.tsx'
import { HeaderField } from './header-field.tsx'
import { headerRows } from './header-rows.ts'
import { jsonRule, useHeaderRule, useRowRule } from './json-rule.ts'
import { isCostPrices, isJsonObject, isStatusCodeMapping } from './json-text.ts'
import { StatusCodesField } from './mapping-field.tsx'
import { statusCodeRows } from './mapping-rows.ts'
import { OverrideField } from './override-field.tsx'
import { overrideRows } from './override-rows.ts'
import { SettingField } from './setting-field.tsx'

export interface AdvancedSectionProps {
  isOpen: boolean
  onOpen(isOpen: boolean): void
}

/** What most channels do without, folded; its header says what is set. */
export function AdvancedSection({ isOpen, onOpen }: AdvancedSectionProps) {
  const { t } = useTranslation('channel-editor')
  return (
    <Collapse
      ghost
      className={css.advanced}
      activeKey={isOpen ? ['advanced'] : []}
      onChange={(open) => onOpen(open.length > 0)}
      items={[
        {
          key: 'advanced',
          label: (
            <span className={css.sectionHead}>
              <span>{t('form.advanced')}</span> <Summary />
            </span>
          ),
          forceRender: true,
          children: <AdvancedFields onRefused={() => onOpen(true)} />,
        },
      ]}
    />
  )
}

const useValue = <K extends keyof ChannelFormValues>(name: K): ChannelFormValues[K] | undefined =>
  Form.useWatch(name, { preserve: true })

function Summary() {
  const { t } = useTranslation('channel-editor')
  const parts = summariseAdvanced({
    status_code_mapping: useValue('status_code_mapping') ?? '',
    param_override: useValue('param_override') ?? '',
    header_override: useValue('header_override') ?? '',
    cost_prices: useValue('cost_prices') ?? '',
    setting: useValue('setting') ?? '',
    max_input_tokens: useValue('max_input_tokens') ?? 0,
    expired_time: useValue('expired_time') ?? -1,
  })
  const texts = parts.map(({ field, count }) => t(`summary.${field}`, { count, number: formatNumber(count) }))
  return <small>{texts.length === 0 ? t('summary.none') : texts.join(' · ')}</small>
}

function AdvancedFields({ onRefused }: { onRefused(): void }) {
  const { t } = useTranslation(['channel-editor', 'channels'])
  const rowRule = useRowRule(onRefused)
  const headerRule = useHeaderRule(onRefused)
  return (
    <>
      <Form.Item
        name="status_code_mapping"
        label={t('field.statusCodeMapping')}
        extra={t('field.statusCodeMappingHelp')}
        validateFirst
        rules={[
          rowRule(statusCodeRows),
          jsonRule(isStatusCodeMapping, t('validation.statusCodeMapping'), onRefused),
        ]}
      >
        <StatusCodesField />
      </Form.Item>
      <Form.Item
        name="param_override"
        label={t('field.paramOverride')}
        extra={t('field.paramOverrideHelp')}
        validateFirst
        rules={[rowRule(overrideRows), jsonRule(isJsonObject, t('validation.paramOverride'), onRefused)]}
      >
        <OverrideField />
      </Form.Item>
      <Form.Item
        name="header_override"
        label={t('field.headerOverride')}
        extra={t('field.headerOverrideHelp', { mark: apiKeyMark })}
        validateFirst
        rules={[
          rowRule(headerRows),
          jsonRule(isJsonObject, t('validation.headerOverride'), onRefused),
          headerRule,
        ]}
      >
        <HeaderField />
      </Form.Item>
      <div className={css.pair}>
        <Form.Item
          name="max_input_tokens"
          label={t('field.maxInputTokens')}
          extra={t('field.maxInputTokensHelp')}
        >
          <InputNumber min={0} max={1_000_000_000} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="expired_time" label={t('channels:columns.expires')} extra={t('field.expiresHelp')}>
          <ExpiryField />
        </Form.Item>
      </div>
      <Form.Item
        name="cost_prices"
        label={t('field.costPrices')}
        extra={t('field.costPricesHelp')}
        validateFirst
        rules={[rowRule(costRows), jsonRule(isCostPrices, t('validation.costPrices'), onRefused)]}
      >
        <CostPricesField />
      </Form.Item>
      <Form.Item
        name="setting"
        label={t('field.setting')}
        rules={[jsonRule(isJsonObject, t('validation.setting'), onRefused)]}
      >
        <SettingField />
      </Form.Item>
    </>
  )
}
