import { parseRecord } from '@sluice/contract/read-json'
import { Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import {
  efforts,
  jsonCharsMax,
  type ModelParameters,
  type Parameter,
  stopsMax,
  verbosities,
} from './model-parameters.ts'
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
        <SettingField label={t('parameters.effort')} hint={t('parameters.effortHint')}>
          {(id) => (
            <Select
              id={id}
              allowClear
              placeholder={t('modelsOwn')}
              value={effort ?? null}
              options={efforts.map((name) => ({ value: name, label: t(`parameters.efforts.${name}`) }))}
              onChange={(chosen) => onChange({ effort: chosen ?? undefined })}
            />
          )}
        </SettingField>
      )}
      {taken.has('verbosity') && (
        <SettingField label={t('parameters.verbosity')}>
          {(id) => (
            <Select
              id={id}
              allowClear
              placeholder={t('modelsOwn')}
              value={verbosity ?? null}
              options={verbosities.map((name) => ({ value: name, label: t(`parameters.verbosities.${name}`) }))}
              onChange={(chosen) => onChange({ verbosity: chosen ?? undefined })}
            />
          )}
        </SettingField>
      )}
      {taken.has('topP') && (
        <SettingField label={t('parameters.topP')} hint={t('parameters.topPHint')}>
          {(id) => (
            <InputNumber
              id={id}
              className={layout.wide}
              controls={false}
              min={0}
              max={1}
              placeholder={t('modelsOwn')}
              value={topP ?? null}
              onChange={(next) => onChange({ topP: next ?? undefined })}
            />
          )}
        </SettingField>
      )}
      {taken.has('seed') && (
        <SettingField label={t('parameters.seed')} hint={t('parameters.seedHint')}>
          {(id) => (
            <InputNumber
              id={id}
              className={layout.wide}
              controls={false}
              min={0}
              max={Number.MAX_SAFE_INTEGER}
              precision={0}
              placeholder={t('modelsOwn')}
              value={seed ?? null}
              onChange={(next) => onChange({ seed: next ?? undefined })}
            />
          )}
        </SettingField>
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
        <SettingField
          label={t('parameters.schema')}
          hint={t('parameters.schemaHint')}
          problem={isSchemaBroken ? t('parameters.notJson') : undefined}
        >
          {(id) => (
            <Input.TextArea
              id={id}
              autoSize={{ minRows: 2, maxRows: 12 }}
              className={texts.mono}
              spellCheck={false}
              maxLength={jsonCharsMax}
              status={isSchemaBroken ? 'error' : ''}
              placeholder={'{ "type": "object", … }'}
              value={schema}
              onChange={(event) => onChange({ schema: event.target.value })}
            />
          )}
        </SettingField>
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
