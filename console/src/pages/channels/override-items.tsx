import { apiKeyMark } from '@sluice/contract/header-override'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FieldRules } from './field-rules.ts'
import { HeaderField } from './header-field.tsx'
import { headerRows } from './header-rows.ts'
import { OverrideField } from './override-field.tsx'
import { overrideRows } from './override-rows.ts'

/** Changes of request bodies and headers, for a channel or for all channels of a tag. */
export function OverrideItems({ rules }: { rules: FieldRules }) {
  const { t } = useTranslation('channel-editor')
  return (
    <>
      <Form.Item
        name="param_override"
        label={t('field.paramOverride')}
        extra={t('field.paramOverrideHelp')}
        validateFirst
        rules={[rules.rows(overrideRows), rules.contract('param_override')]}
      >
        <OverrideField />
      </Form.Item>
      <Form.Item
        name="header_override"
        label={t('field.headerOverride')}
        extra={t('field.headerOverrideHelp', { mark: apiKeyMark })}
        validateFirst
        rules={[rules.rows(headerRows), rules.contract('header_override')]}
      >
        <HeaderField />
      </Form.Item>
    </>
  )
}
