import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import texts from '../../components/text.module.css'
import type { JsonFieldProps } from './json-field.tsx'
import { templates } from './json-text.ts'
import { MoreFields } from './more-fields.tsx'
import { modelMatches } from './override-condition.ts'
import { hasTarget, type OverrideRow, overrideActions, overrideRows, setsValue } from './override-rows.ts'
import css from './rows-or-json.module.css'
import { type RowSlot, RowsOrJson } from './rows-or-json.tsx'

const pathExample = 'generation.top_p'

/** Changes of request bodies. Form.Item adds the field's props. */
export function OverrideField(field: Omit<JsonFieldProps, 'template'>) {
  const { t } = useTranslation('channel-editor')
  return (
    <RowsOrJson<OverrideRow>
      {...field}
      rows={3}
      label={t('field.paramOverride')}
      addText={t('rows.addOverride')}
      template={templates.param_override}
      format={overrideRows}
      renderRow={(slot) => <Override {...slot} />}
    />
  )
}

function Override({ row, number, isNew, change }: RowSlot<OverrideRow>) {
  const { t } = useTranslation('channel-editor')
  const { action, path, to, value, match, model, rest } = row
  const input = { className: css.text, autoComplete: 'off', spellCheck: false }
  const nameOf = (name: string) => t('rows.nameIn', { name, number })
  return (
    <>
      <div className={css.line}>
        <Select
          className={css.choice}
          aria-label={nameOf(t('rows.actionLabel'))}
          value={action}
          options={overrideActions.map((name) => ({ value: name, label: t(`rows.action.${name}`) }))}
          popupMatchSelectWidth={false}
          onChange={(next) => change({ action: next })}
        />
        <Select
          className={css.choice}
          aria-label={nameOf(t('rows.matchLabel'))}
          value={match}
          options={modelMatches.map((name) => ({ value: name, label: t(`rows.match.${name}`) }))}
          popupMatchSelectWidth={false}
          onChange={(next) => change({ match: next })}
        />
        {match !== 'any' && (
          <Input
            {...input}
            aria-label={nameOf(t('rows.model'))}
            placeholder={t('rows.model')}
            value={model}
            onChange={(event) => change({ model: event.target.value })}
          />
        )}
      </div>
      <div className={css.line}>
        <Input
          {...input}
          autoFocus={isNew}
          aria-label={nameOf(t(hasTarget(action) ? 'rows.from' : 'rows.path'))}
          placeholder={hasTarget(action) ? t('rows.from') : pathExample}
          value={path}
          onChange={(event) => change({ path: event.target.value })}
        />
        {setsValue(action) && (
          <Input
            {...input}
            aria-label={nameOf(t('rows.value'))}
            placeholder={t('rows.value')}
            value={value}
            onChange={(event) => change({ value: event.target.value })}
          />
        )}
        {hasTarget(action) && (
          <span className={texts.faint} aria-hidden>
            →
          </span>
        )}
        {hasTarget(action) && (
          <Input
            {...input}
            aria-label={nameOf(t('rows.to'))}
            placeholder={t('rows.to')}
            value={to}
            onChange={(event) => change({ to: event.target.value })}
          />
        )}
      </div>
      <MoreFields rest={rest} />
    </>
  )
}
