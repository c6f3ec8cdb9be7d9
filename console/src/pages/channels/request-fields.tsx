import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFieldRules } from './field-rules.ts'
import type { SectionFieldsProps } from './folded-section.tsx'
import { StatusCodesField } from './mapping-field.tsx'
import { statusCodeRows } from './mapping-rows.ts'
import { OverrideItems } from './override-items.tsx'

/** Changes of upstream requests, and the status code mapping. */
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
      <OverrideItems rules={rules} />
    </>
  )
}
