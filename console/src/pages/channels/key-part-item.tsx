import type { KeyForm, KeyPart } from '@sluice/contract/key-forms'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useReasonText } from '../../lib/use-reason-text.ts'
import type { ChannelFormValues } from './channel-form.ts'
import css from './channels.module.css'
import { objectionToField } from './key-entry.ts'
import { ServiceAccountField } from './service-account-field.tsx'

export interface KeyPartItemProps {
  form: KeyForm
  part: KeyPart
  /** Whether the whole key is required. */
  isRequired: boolean
}

/** One part of a key with its label, help and example. */
export function KeyPartItem({ form, part, isRequired }: KeyPartItemProps) {
  const { t } = useTranslation('channel-keys')
  const reasonText = useReasonText()
  const { name, example, isOptional } = part
  const help = t(`keyPart.${name}.help`)
  return (
    <Form.Item
      name={['key_parts', name]}
      label={t(`keyPart.${name}.label`)}
      required={isRequired && !isOptional}
      {...(help !== '' && { extra: help })}
      dependencies={form.parts.filter((other) => other !== part).map((other) => ['key_parts', other.name])}
      rules={[
        ({ getFieldValue }) => ({
          validator: async () => {
            const parts: ChannelFormValues['key_parts'] = getFieldValue('key_parts') ?? {}
            const reason = objectionToField(form, part, { parts, isRequired })
            if (reason !== null) throw new Error(reasonText(reason))
          },
        }),
      ]}
    >
      {form.isJson ? (
        <ServiceAccountField placeholder={example} />
      ) : (
        <Input className={css.mono} autoComplete="off" spellCheck={false} placeholder={example} />
      )}
    </Form.Item>
  )
}
