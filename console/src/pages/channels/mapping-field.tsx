import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import texts from '../../components/text.module.css'
import type { JsonFieldProps } from './json-field.tsx'
import { templates } from './json-text.ts'
import { type MappingRow, modelMappingRows, statusCodeRows } from './mapping-rows.ts'
import css from './rows-or-json.module.css'
import { type RowSlot, RowsOrJson } from './rows-or-json.tsx'

/** Form.Item adds the other props. */
type FieldProps = Omit<JsonFieldProps, 'template'>

/** Requested model → upstream model. */
export function ModelMappingField(field: FieldProps) {
  const { t } = useTranslation('channel-editor')
  return (
    <RowsOrJson<MappingRow>
      {...field}
      rows={3}
      label={t('field.modelMapping')}
      addText={t('rows.addMapping')}
      template={templates.model_mapping}
      format={modelMappingRows}
      renderRow={(slot) => (
        <Mapping slot={slot} from={t('rows.requested')} to={t('rows.upstreamName')} isCode={false} />
      )}
    />
  )
}

/** Upstream status code → returned status code. */
export function StatusCodesField(field: FieldProps) {
  const { t } = useTranslation('channel-editor')
  return (
    <RowsOrJson<MappingRow>
      {...field}
      rows={3}
      label={t('field.statusCodeMapping')}
      addText={t('rows.addStatusCode')}
      template={templates.status_code_mapping}
      format={statusCodeRows}
      renderRow={(slot) => <Mapping slot={slot} from={t('rows.received')} to={t('rows.answered')} isCode />}
    />
  )
}

interface MappingProps {
  slot: RowSlot<MappingRow>
  from: string
  to: string
  isCode: boolean
}

function Mapping({ slot: { row, number, isNew, change }, from, to, isCode }: MappingProps) {
  const { t } = useTranslation('channel-editor')
  const input = {
    className: isCode ? `${css.text} ${css.code}` : css.text,
    autoComplete: 'off',
    spellCheck: false,
    ...(isCode && ({ inputMode: 'numeric', maxLength: 3 } as const)),
  }
  return (
    <>
      <Input
        {...input}
        autoFocus={isNew}
        aria-label={t('rows.nameIn', { name: from, number })}
        placeholder={from}
        value={row.from}
        onChange={(event) => change({ from: event.target.value })}
      />
      <span className={texts.faint} aria-hidden>
        →
      </span>
      <Input
        {...input}
        aria-label={t('rows.nameIn', { name: to, number })}
        placeholder={to}
        value={row.to}
        onChange={(event) => change({ to: event.target.value })}
      />
    </>
  )
}
