import { parseRecord } from '@sluice/contract/read-json'
import { Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { Stack } from '../../components/layout.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { CodeField } from './code-field.tsx'
import { efforts, type ModelParameters, type Parameter, stopsMax, verbosities } from './model-parameters.ts'
import { SettingField } from './setting-field.tsx'
import { ToolFields } from './tool-fields.tsx'

interface ParameterFieldsProps {
  value: ModelParameters
  /** Those that at least one of the chosen models takes. */
  taken: ReadonlySet<Parameter>
  onChange(changes: ModelParameters): void
}

/** Parameters that only some models take. An empty field leaves the choice to the model. */
export default function ParameterFields({ value, taken, onChange }: ParameterFieldsProps) {
  const { t } = useTranslation('playground')
  const { effort, verbosity, topP, seed, stop = [], schema = '', tools = [], sound = false } = value
  const isSchemaBroken = schema.trim() !== '' && parseRecord(schema) === null
  return (
    <Stack gap={16}>
      {taken.has('effort') && (
        <ChoiceField
          label={t('parameters.effort')}
          hint={t('parameters.effortHint')}
          value={effort}
          options={efforts.map((name) => ({ value: name, label: t(`parameters.efforts.${name}`) }))}
          onChange={(chosen) => onChange({ effort: chosen })}
        />
      )}
      {taken.has('verbosity') && (
        <ChoiceField
          label={t('parameters.verbosity')}
          value={verbosity}
          options={verbosities.map((name) => ({ value: name, label: t(`parameters.verbosities.${name}`) }))}
          onChange={(chosen) => onChange({ verbosity: chosen })}
        />
      )}
      {taken.has('topP') && (
        <NumberChoice
          label={t('parameters.topP')}
          hint={t('parameters.topPHint')}
          max={1}
          value={topP}
          onChange={(next) => onChange({ topP: next })}
        />
      )}
      {taken.has('seed') && (
        <NumberChoice
          label={t('parameters.seed')}
          hint={t('parameters.seedHint')}
          max={Number.MAX_SAFE_INTEGER}
          precision={0}
          value={seed}
          onChange={(next) => onChange({ seed: next })}
        />
      )}
      {taken.has('stop') && (
        <SettingField label={t('parameters.stop')} hint={t('parameters.stopHint', { count: stopsMax })}>
          {(id) => (
            <Select
              id={id}
              mode="tags"
              open={false}
              suffixIcon={null}
              maxCount={stopsMax}
              placeholder={t('modelsOwn')}
              value={[...stop]}
              onChange={(sequences: string[]) => onChange({ stop: sequences.filter((one) => one !== '') })}
            />
          )}
        </SettingField>
      )}
      {taken.has('schema') && (
        <CodeField
          label={t('parameters.schema')}
          hint={t('parameters.schemaHint')}
          problem={isSchemaBroken ? t('parameters.notJson') : undefined}
          rows={[2, 12]}
          placeholder={'{ "type": "object", … }'}
          value={schema}
          onChange={(text) => onChange({ schema: text })}
        />
      )}
      {taken.has('sound') && (
        <SettingField label={t('parameters.sound')}>
          {(id) => <Switch id={id} size="small" checked={sound} onChange={(next) => onChange({ sound: next })} />}
        </SettingField>
      )}
      {taken.has('tools') && <ToolFields tools={tools} onChange={(next) => onChange({ tools: next })} />}
    </Stack>
  )
}

interface NumberChoiceProps {
  label: string
  hint: string
  /** Undefined = the model's own choice. */
  value: number | undefined
  max: number
  /** Digits behind the point. */
  precision?: number
  onChange(value: number | undefined): void
}

/** A number from 0. */
function NumberChoice({ label, hint, value, onChange, ...bounds }: NumberChoiceProps) {
  const { t } = useTranslation('playground')
  return (
    <SettingField label={label} hint={hint}>
      {(id) => (
        <NumberField
          id={id}
          className={layout.wide}
          controls={false}
          min={0}
          {...bounds}
          placeholder={t('modelsOwn')}
          value={value ?? null}
          onChange={(next) => onChange(next ?? undefined)}
        />
      )}
    </SettingField>
  )
}

interface ChoiceFieldProps<Value extends string> {
  label: string
  hint?: string
  /** Undefined = the model's own choice. */
  value: Value | undefined
  options: { value: Value; label: string }[]
  onChange(value: Value | undefined): void
}

function ChoiceField<Value extends string>({ label, hint, value, options, onChange }: ChoiceFieldProps<Value>) {
  const { t } = useTranslation('playground')
  return (
    <SettingField label={label} hint={hint}>
      {(id) => (
        <Select
          id={id}
          allowClear
          placeholder={t('modelsOwn')}
          value={value ?? null}
          options={options}
          onChange={(chosen) => onChange(chosen ?? undefined)}
        />
      )}
    </SettingField>
  )
}
