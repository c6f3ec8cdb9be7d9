import { limits } from '@sluice/contract/limits'
import { Input, Switch } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LimitsInput } from '../../components/limits-input.tsx'
import css from './channels.module.css'
import { JsonField } from './json-field.tsx'
import { parseJsonObject, patchJsonText, templates } from './json-text.ts'

export interface SettingFieldProps {
  /** From Form.Item: the JSON text, which the switches change. */
  id?: string
  value?: string
  onChange?(value: string): void
  onBlur?(): void
}

const proxyExample = 'http://user:password@host:port'
const promptMax = 32_768
const switches = ['force_format', 'thinking_to_content', 'pass_through_body_enabled'] as const

/** The known settings as switches over the text that holds them and whatever else there is. */
export function SettingField({ value = '', onChange, onBlur, id }: SettingFieldProps) {
  const { t } = useTranslation('channel-editor')
  const baseId = useId()
  const setting = parseJsonObject(value)
  const patch = (changes: Record<string, unknown>) => onChange?.(patchJsonText(value, changes))
  const proxy = setting?.proxy
  const prompt = setting?.system_prompt
  return (
    <div className={css.setting}>
      {switches.map((name) => (
        <label key={name} htmlFor={`${baseId}${name}`} className={css.settingLine}>
          <span>
            <span>{t(`setting.${name}`)}</span>
            <small>{t(`setting.${name}_help`)}</small>
          </span>
          <Switch
            id={`${baseId}${name}`}
            size="small"
            disabled={setting === null}
            checked={setting?.[name] === true}
            onChange={(isOn) => patch({ [name]: isOn || undefined })}
          />
        </label>
      ))}
      <label htmlFor={`${baseId}prompt`} className={css.settingStack}>
        <span>{t('setting.system_prompt')}</span>
        <small>{t('setting.system_prompt_help')}</small>
        <Input.TextArea
          id={`${baseId}prompt`}
          disabled={setting === null}
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={promptMax}
          value={typeof prompt === 'string' ? prompt : ''}
          onChange={(event) => patch({ system_prompt: event.target.value || undefined })}
          onBlur={onBlur}
        />
      </label>
      {prompt !== undefined && (
        <label htmlFor={`${baseId}always`} className={css.settingLine}>
          <span>
            <span>{t('setting.system_prompt_override')}</span>
            <small>{t('setting.system_prompt_override_help')}</small>
          </span>
          <Switch
            id={`${baseId}always`}
            size="small"
            disabled={setting === null}
            checked={setting?.system_prompt_override === true}
            onChange={(isOn) => patch({ system_prompt_override: isOn || undefined })}
          />
        </label>
      )}
      <label htmlFor={`${baseId}proxy`} className={css.settingStack}>
        <span>{t('setting.proxy')}</span>
        <Input
          id={`${baseId}proxy`}
          disabled={setting === null}
          placeholder={proxyExample}
          autoComplete="off"
          value={typeof proxy === 'string' ? proxy : ''}
          onChange={(event) => patch({ proxy: event.target.value.trim() || undefined })}
          onBlur={onBlur}
        />
      </label>
      <div className={css.settingStack}>
        <span>{t('setting.limits')}</span>
        <small>{t('setting.limits_help')}</small>
        <LimitsInput
          value={limits.safeParse(setting?.limits).data ?? {}}
          onChange={(next) => patch({ limits: Object.keys(next).length === 0 ? undefined : next })}
        />
      </div>
      <label htmlFor={id} className={css.settingStack}>
        <span>{t('setting.json')}</span>
        <JsonField
          id={id}
          rows={2}
          template={templates.setting}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
        />
      </label>
    </div>
  )
}
