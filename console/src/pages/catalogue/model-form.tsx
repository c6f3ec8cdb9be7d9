import { catalogueNameMax, type ModelCard, modelTagsMax, nameRules } from '@sluice/contract/catalogue'
import { endpointTypes } from '@sluice/contract/priced-kinds'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useOptionsState } from '../../components/use-options-state.tsx'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import css from './catalogue.module.css'
import { FactsFields } from './facts-fields.tsx'
import { DescriptionField, IconField, StatusField, useNameRule } from './fields.tsx'
import { MatchingModels } from './matching-models.tsx'
import { joinTags, type ModelValues, ruleNames } from './model-kind.ts'
import { NamesField } from './names-field.tsx'
import { allVendorsQuery } from './queries.ts'

/** The fields of a model entry; `edited` is the edited entry, null = a new one. */
export function ModelForm({ edited }: { edited: ModelCard | null }) {
  const { t } = useTranslation(['catalogue', 'pricing'])
  const nameRule = useNameRule()
  return (
    <div className={css.fields}>
      <Form.Item<ModelValues>
        name="model_name"
        label={t('form.modelName')}
        required
        rules={[nameRule]}
        className={css.tight}
      >
        <Input autoFocus autoComplete="off" spellCheck={false} maxLength={catalogueNameMax} />
      </Form.Item>
      <Form.Item<ModelValues> name="name_rule" label={t('form.nameRule')} required className={css.tight}>
        <Select options={ruleNames.map((name) => ({ value: nameRules[name], label: t(`rule.${name}`) }))} />
      </Form.Item>
      <MatchingModels />
      <VendorField />
      <DescriptionField hint={t('form.descriptionHint')} />
      <Form.Item<ModelValues>
        name="tags"
        label={t('form.tags')}
        extra={t('form.tagsHint')}
        rules={[
          {
            validator: async (_, tags: string[] | undefined) => {
              if (joinTags(tags ?? []).length > modelTagsMax)
                throw new Error(t('problem.tagsLong', { max: modelTagsMax }))
            },
          },
        ]}
      >
        <NamesField prefill="tag" options={[]} />
      </Form.Item>
      <Form.Item<ModelValues> name="endpoints" label={t('form.endpoints')} extra={t('form.endpointsHint')}>
        <NamesField
          prefill="endpoint"
          options={endpointTypes.map((value) => ({ value, label: t(`pricing:endpoint.${value}`) }))}
        />
      </Form.Item>
      <FactsFields known={edited?.known_facts ?? {}} />
      <IconField former={edited?.icon ?? ''} />
      <StatusField />
    </div>
  )
}

function VendorField() {
  const { t } = useTranslation('catalogue')
  const vendors = useQuery(allVendorsQuery)
  const state = useOptionsState(vendors, t('form.noVendors'))
  return (
    <Form.Item<ModelValues> name="vendor_id" label={t('form.vendor')} extra={t('form.vendorHint')}>
      <Select
        {...state}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('vendorByName')}
        options={(vendors.data ?? []).map(({ id, name, icon }) => ({ value: id, label: name, icon }))}
        optionRender={({ data }) => (
          <span className={css.vendor}>
            <VendorMark icon={data.icon} />
            {data.label}
          </span>
        )}
      />
    </Form.Item>
  )
}
