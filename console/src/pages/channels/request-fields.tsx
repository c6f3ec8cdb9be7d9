import { useTranslation } from 'react-i18next'
import { useFieldRules } from './field-rules.ts'
import type { SectionFieldsProps } from './folded-section.tsx'
import { StatusCodesField } from './mapping-field.tsx'
import { statusCodeRows } from './mapping-rows.ts'
import { OverrideItems } from './override-items.tsx'
import { RowsItem } from './rows-item.tsx'

/** Changes of upstream requests, and the status code mapping. */
export function RequestFields({ onRefused }: SectionFieldsProps) {
  const { t } = useTranslation('channel-editor')
  const rules = useFieldRules(onRefused)
  return (
    <>
      <RowsItem
        name="status_code_mapping"
        label={t('field.statusCodeMapping')}
        help={t('field.statusCodeMappingHelp')}
        format={statusCodeRows}
        rules={rules}
      >
        <StatusCodesField />
      </RowsItem>
      <OverrideItems rules={rules} />
    </>
  )
}
