import { apiKeyMark } from '@sluice/contract/header-override'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFieldRules } from './field-rules.ts'
import type { SectionFieldsProps } from './folded-section.tsx'
import { HeaderField } from './header-field.tsx'
import { headerRows } from './header-rows.ts'
import { StatusCodesField } from './mapping-field.tsx'
import { statusCodeRows } from './mapping-rows.ts'
import { OverrideField } from './override-field.tsx'
import { overrideRows } from './override-rows.ts'

/** What is changed in requests to the upstream, and in the status of its answers. */
export function RequestFields({ onRefused }: SectionFieldsProps) {
  const { t } = useTranslation('channel-editor')
  const rules = useFieldRules(onRefused)
  return (
    <>
      <Form.Item
        name="status_code_mapping"
        label={t('field.statusCodeMapping')}
        extra={t('field.statusCodeMappingHelp')}
        validateFirst
        rules={[rules.rows(statusCodeRows), rules.contract('status_code_mapping')]}
      >
        <StatusCodesField />
      </Form.Item>
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
