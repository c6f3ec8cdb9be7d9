import { abilities, modalities } from '@sluice/contract/model-abilities'
import { type ModelFacts, tokenBounds } from '@sluice/contract/model-facts'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../components/number-field.tsx'
import { formatNumber } from '../../lib/format.ts'
import { formatList } from '../../lib/format-list.ts'
import css from './catalogue.module.css'
import type { ModelValues } from './model-kind.ts'

/** The capabilities of a model. An empty field shows the value of the public data set. */
export function FactsFields({ known }: { known: ModelFacts }) {
  const { t, i18n } = useTranslation(['catalogue', 'pricing'])
  const ability = abilities.map((value) => ({ value, label: t(`pricing:ability.${value}`) }))
  const modality = modalities.map((value) => ({ value, label: t(`pricing:modality.${value}`) }))
  const labelsOf = (names: readonly string[] = [], options: { value: string; label: string }[]) =>
    formatList(
      options.filter(({ value }) => names.includes(value)).map(({ label }) => label),
      i18n.resolvedLanguage,
    )
  const deprecation = (is: boolean) => t(is ? 'form.deprecated' : 'form.notDeprecated')
  const tokens = (count: number | undefined) => (count === undefined ? '' : formatNumber(count))
  const number = (name: 'context_tokens' | 'max_output_tokens') => (
    <Form.Item<ModelValues> name={name} label={t(`form.${name}`)}>
      <NumberField
        controls={false}
        {...tokenBounds}
        precision={0}
        placeholder={tokens(known[name])}
        style={{ width: '100%' }}
      />
    </Form.Item>
  )
  const choice = (
    name: 'input_modalities' | 'output_modalities' | 'abilities',
    options: { value: string; label: string }[],
  ) => (
    <Form.Item<ModelValues> name={name} label={t(`form.${name}`)}>
      <Select mode="multiple" allowClear options={options} placeholder={labelsOf(known[name], options)} />
    </Form.Item>
  )
  return (
    <>
      <p className={css.hint}>{t('form.factsHint')}</p>
      {number('context_tokens')}
      {number('max_output_tokens')}
      {choice('input_modalities', modality)}
      {choice('output_modalities', modality)}
      {choice('abilities', ability)}
      <Form.Item<ModelValues> name="end_of_life" label={t('form.end_of_life')} extra={t('form.endOfLifeHint')}>
        <Input type="date" />
      </Form.Item>
      <Form.Item<ModelValues> name="is_deprecated" label={t('form.is_deprecated')} extra={t('form.deprecatedHint')}>
        <Select
          allowClear
          placeholder={deprecation(known.is_deprecated ?? false)}
          options={[true, false].map((value) => ({ value, label: deprecation(value) }))}
        />
      </Form.Item>
    </>
  )
}
