import { listOf, textOf } from '@sluice/contract/read-json'
import { Form, Input, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import css from './channels.module.css'
import { useFieldRules } from './field-rules.ts'
import type { SectionFieldsProps } from './folded-section.tsx'
import { JsonField } from './json-field.tsx'
import { templates } from './json-text.ts'
import { SensitiveFields } from './sensitive-fields.tsx'
import { useSettingText } from './use-setting-text.ts'

const proxyExample = 'http://user:password@host:port'
const formatSwitches = ['force_format', 'thinking_to_content', 'pass_through_body_enabled'] as const
type SwitchName = (typeof formatSwitches)[number] | 'system_prompt_override'

/** Call settings as fields. They edit a text that also holds settings without a field. */
export function HandlingFields({ onRefused }: SectionFieldsProps) {
  const { t } = useTranslation('channel-editor')
  const rules = useFieldRules(onRefused)
  const { setting, readText, patch } = useSettingText()
  const isReadable = setting !== null
  return (
    <SensitiveFields>
      {formatSwitches.map((name) => (
        <SettingSwitch key={name} name={name} onRefused={onRefused} />
      ))}
      <Form.Item
        name={['setting_parts', 'system_prompt']}
        label={t('setting.system_prompt')}
        extra={t('setting.system_prompt_help')}
        rules={[rules.settingPart('system_prompt', readText)]}
        getValueProps={() => ({ value: textOf(setting?.system_prompt) })}
      >
        <Input.TextArea
          disabled={!isReadable}
          autoSize={{ minRows: 2, maxRows: 8 }}
          onChange={(event) => patch({ system_prompt: event.target.value || undefined })}
        />
      </Form.Item>
      {setting?.system_prompt !== undefined && <SettingSwitch name="system_prompt_override" onRefused={onRefused} />}
      <Form.Item
        name={['setting_parts', 'shared_objects']}
        label={t('setting.shared_objects')}
        extra={t('setting.shared_objects_help')}
        rules={[rules.settingPart('shared_objects', readText)]}
        getValueProps={() => ({ value: listOf(setting?.shared_objects).map(textOf) })}
      >
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', ' ']}
          disabled={!isReadable}
          onChange={(ids: string[]) => patch({ shared_objects: ids.length > 0 ? ids : undefined })}
        />
      </Form.Item>
      <Form.Item
        name={['setting_parts', 'proxy']}
        label={t('setting.proxy')}
        extra={t('setting.proxy_help')}
        rules={[rules.settingPart('proxy', readText)]}
        getValueProps={() => ({ value: textOf(setting?.proxy) })}
      >
        <Input
          className={css.mono}
          disabled={!isReadable}
          placeholder={proxyExample}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => patch({ proxy: event.target.value.trim() || undefined })}
        />
      </Form.Item>
      <Form.Item name="setting" label={t('setting.json')} extra={t('setting.json_help')} rules={[rules.setting()]}>
        <JsonField rows={2} template={templates.setting} />
      </Form.Item>
    </SensitiveFields>
  )
}

function SettingSwitch({ name, onRefused }: { name: SwitchName; onRefused(): void }) {
  const { t } = useTranslation('channel-editor')
  const rules = useFieldRules(onRefused)
  const { setting, readText, patch } = useSettingText()
  return (
    <Form.Item
      name={['setting_parts', name]}
      extra={t(`setting.${name}_help`)}
      rules={[rules.settingPart(name, readText)]}
      getValueProps={() => ({ value: setting?.[name] === true })}
    >
      <SwitchLine
        label={t(`setting.${name}`)}
        isDisabled={setting === null}
        onChange={(isOn) => patch({ [name]: isOn || undefined })}
      />
    </Form.Item>
  )
}

interface SwitchLineProps {
  label: string
  isDisabled: boolean
  onChange(isOn: boolean): void
  /** Set by Form.Item. */
  id?: string
  value?: boolean
}

/** A switch at the end of its label's line. */
function SwitchLine({ label, isDisabled, value = false, onChange, id }: SwitchLineProps) {
  return (
    <label htmlFor={id} className={css.switchLine}>
      <span>{label}</span>
      <Switch id={id} size="small" disabled={isDisabled} checked={value} onChange={onChange} />
    </label>
  )
}
