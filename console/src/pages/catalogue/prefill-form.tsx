import { catalogueNameMax, type PrefillType, prefillTypes } from '@sluice/contract/catalogue'
import { endpointTypes } from '@sluice/contract/priced-kinds'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useOptionsState } from '../../components/use-options-state.tsx'
import { enabledModelsQuery } from '../../lib/catalogue-queries.ts'
import css from './catalogue.module.css'
import { DescriptionField, useNameRule } from './fields.tsx'
import { NamesField } from './names-field.tsx'
import type { PrefillValues } from './prefill-kind.ts'

/** The fields of a prefill group. */
export function PrefillForm() {
  const { t } = useTranslation('catalogue')
  const form = Form.useFormInstance<PrefillValues>()
  const nameRule = useNameRule()
  const type = Form.useWatch<PrefillType | undefined>('type', form) ?? 'model'
  return (
    <div className={css.fields}>
      <Form.Item<PrefillValues> name="name" label={t('form.groupName')} required rules={[nameRule]}>
        <Input autoFocus autoComplete="off" maxLength={catalogueNameMax} />
      </Form.Item>
      <Form.Item<PrefillValues> name="type" label={t('form.type')} required extra={t(`prefill.typeHint.${type}`)}>
        <Select options={prefillTypes.map((value) => ({ value, label: t(`prefill.type.${value}`) }))} />
      </Form.Item>
      <Form.Item<PrefillValues>
        name="items"
        label={t('form.items')}
        required
        extra={t('form.itemsHint')}
        rules={[
          {
            validator: async (_, items: string[] | undefined) => {
              if ((items ?? []).length === 0) throw new Error(t('problem.items'))
            },
          },
        ]}
      >
        <ItemsField type={type} />
      </Form.Item>
      <DescriptionField />
    </div>
  )
}

function ItemsField({ type, ...field }: { type: PrefillType }) {
  const { t } = useTranslation('pricing')
  const offered = useQuery({ ...enabledModelsQuery, enabled: type === 'model' })
  const state = useOptionsState(offered)
  if (type === 'model') {
    const options = (offered.data ?? []).map((name) => ({ value: name, label: name }))
    return <NamesField {...field} options={options} select={state} />
  }
  if (type === 'tag') return <NamesField {...field} options={[]} />
  return <NamesField {...field} options={endpointTypes.map((value) => ({ value, label: t(`endpoint.${value}`) }))} />
}
