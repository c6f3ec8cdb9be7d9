import { apiKeyMark } from '@sluice/contract/header-override'
import { useTranslation } from 'react-i18next'
import type { FieldRules } from './field-rules.ts'
import { HeaderField } from './header-field.tsx'
import { headerRows } from './header-rows.ts'
import { OverrideField } from './override-field.tsx'
import { overrideRows } from './override-rows.ts'
import { RowsItem } from './rows-item.tsx'
import { HiddenFields } from './sensitive-fields.tsx'

/** Changes of request bodies and headers, for a channel or for all channels of a tag. */
export function OverrideItems({ rules }: { rules: FieldRules }) {
  const { t } = useTranslation('channel-editor')
  return (
    <HiddenFields>
      <RowsItem
        name="param_override"
        label={t('field.paramOverride')}
        help={t('field.paramOverrideHelp')}
        format={overrideRows}
        rules={rules}
      >
        <OverrideField />
      </RowsItem>
      <RowsItem
        name="header_override"
        label={t('field.headerOverride')}
        help={t('field.headerOverrideHelp', { mark: apiKeyMark })}
        format={headerRows}
        rules={rules}
      >
        <HeaderField />
      </RowsItem>
    </HiddenFields>
  )
}
