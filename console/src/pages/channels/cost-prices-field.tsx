import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import texts from '../../components/text.module.css'
import { type CostRow, costKinds, costRows } from './cost-rows.ts'
import type { JsonFieldProps } from './json-field.tsx'
import { templates } from './json-text.ts'
import { MoreFields } from './more-fields.tsx'
import css from './rows-or-json.module.css'
import { type RowSlot, RowsOrJson } from './rows-or-json.tsx'

/** The cost of each model. Form.Item adds the field's props. */
export function CostPricesField(field: Omit<JsonFieldProps, 'template'>) {
  const { t } = useTranslation('channel-editor')
  return (
    <RowsOrJson<CostRow>
      {...field}
      rows={3}
      label={t('field.costPrices')}
      addText={t('rows.addCost')}
      template={templates.cost_prices}
      format={costRows}
      renderRow={(slot) => <Cost {...slot} />}
    />
  )
}

function Cost({ row, number, isNew, change }: RowSlot<CostRow>) {
  const { t } = useTranslation('channel-editor')
  const { model, kind, amount, completion, rest } = row
  const input = { autoComplete: 'off', spellCheck: false }
  const named = (name: string) => ({ 'aria-label': t('rows.nameIn', { name, number }), placeholder: name })
  return (
    <>
      <div className={css.line}>
        <Input
          {...input}
          {...named(t('rows.costModel'))}
          className={css.text}
          autoFocus={isNew}
          value={model}
          onChange={(event) => change({ model: event.target.value })}
        />
        <Select
          className={css.choice}
          aria-label={t('rows.nameIn', { name: t('rows.costKind'), number })}
          value={kind}
          options={costKinds.map((value) => ({ value, label: t(`rows.cost.${value}`) }))}
          popupMatchSelectWidth={false}
          onChange={(next) => change({ kind: next })}
        />
        <Input
          {...input}
          {...named(t(`rows.amount.${kind}`))}
          className={css.amount}
          inputMode="decimal"
          value={amount}
          onChange={(event) => change({ amount: event.target.value })}
        />
      </div>
      {kind === 'ratio' && (
        <div className={css.line}>
          <Input
            {...input}
            {...named(t('rows.completion'))}
            className={css.short}
            prefix={<span className={texts.note}>{t('rows.completion')}</span>}
            placeholder={t('rows.asListed')}
            inputMode="decimal"
            value={completion}
            onChange={(event) => change({ completion: event.target.value })}
          />
        </div>
      )}
      {kind !== 'discount' && <MoreFields rest={rest} />}
    </>
  )
}
