import type { Channel } from '@sluice/contract/channel'
import { isKeyOptional } from '@sluice/contract/channel-types'
import { type KeyForm, keyHintOf } from '@sluice/contract/key-forms'
import { Form, Input, Segmented, Select } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isRoot, useSessionUser } from '../../lib/session.ts'
import { useReasonText } from '../../lib/use-reason-text.ts'
import type { ChannelFormValues } from './channel-form.ts'
import css from './channels.module.css'
import {
  asText,
  hasKeyParts,
  keyEntryFor,
  keyFormsOf,
  keysIn,
  keyTextOf,
  objectionToText,
  shownForm,
} from './key-entry.ts'
import { KeyPartItem } from './key-part-item.tsx'
import { StoredKeys } from './stored-keys.tsx'

export interface KeyFieldsProps {
  type: number
  /** The stored channel that is edited; null for a new one. */
  stored: Channel | null
  /** The channel that a new one is a copy of; otherwise null. */
  copied: Channel | null
}

const useValue = <K extends keyof ChannelFormValues>(name: K): ChannelFormValues[K] | undefined =>
  Form.useWatch(name, { preserve: true })

/** The keys of a channel: one field for each part of one key, or a text with one key per line. */
export function KeyFields({ type, stored, copied }: KeyFieldsProps) {
  const { t } = useTranslation('channel-keys')
  const user = useSessionUser()
  const form = Form.useFormInstance<ChannelFormValues>()
  const chosen = useValue('key_form')
  const shown = shownForm(type, chosen)
  const keptCount = (stored ?? copied)?.key_count ?? 0
  const isNew = stored === null && keptCount === 0
  const isRequired = isNew && !isKeyOptional(type)
  // Another type has other key forms. An empty field shows no error before the first blur.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the type changes.
  useEffect(() => {
    if (form.getFieldValue('key')) void form.validateFields(['key']).catch(() => undefined)
  }, [form, type])

  const show = (name: string) => {
    const { key, key_parts } = form.getFieldsValue(true)
    const text = keyTextOf({ type, key_form: chosen ?? '', key, key_parts })
    const entry = name === asText ? { key: text } : { key_parts: { ...key_parts, ...partsIn(text) } }
    form.setFieldsValue({ key_form: name, ...entry })
  }
  /** The entered text, split into parts. */
  const partsIn = (text: string) => (shown === null ? keyEntryFor(type, text).key_parts : {})
  const hasSeveral = stored?.channel_info.is_multi_key === true
  return (
    <>
      {hasSeveral && <StoredKeys channel={stored} />}
      {hasKeyParts(type) && (
        <Form.Item
          name="key_form"
          label={t('field.key')}
          required={isRequired}
          extra={help()}
          getValueProps={() => ({ value: shown?.name ?? asText })}
        >
          <Segmented
            aria-label={t('field.key')}
            className={css.keyForms}
            options={[
              ...keyFormsOf(type).map(({ name }) => ({ value: name, label: t(`keyForm.${name}`) })),
              { value: asText, label: t('keyForm.text') },
            ]}
            onChange={(name) => show(String(name))}
          />
        </Form.Item>
      )}
      {shown === null ? (
        <KeyText type={type} isRequired={isRequired} isNew={isNew} help={help()} />
      ) : (
        <KeyParts form={shown} isRequired={isRequired} />
      )}
      {hasSeveral && <KeyChange />}
      <KeyMode type={type} stored={stored} keptCount={keptCount} />
    </>
  )

  /** The server refuses to send a stored key to another host, except for the super administrator. */
  function help(): string {
    return keptCount === 0 || isRoot(user) ? ownHelp() : `${ownHelp()} ${t('field.keyMovedHelp')}`
  }

  /** Only a text can hold several keys. */
  function ownHelp(): string {
    const isText = shown === null
    if (isNew || hasSeveral) return t(isText ? 'field.keyHelp' : 'field.keyPartsHelp')
    if (stored === null) return t('field.keyCopiedHelp', { count: keptCount })
    return t(isText ? 'field.keyStoredHelp' : 'field.keyPartsStoredHelp', { count: keptCount })
  }
}

function KeyParts({ form, isRequired }: { form: KeyForm; isRequired: boolean }) {
  return form.parts.map((part) => <KeyPartItem key={part.name} form={form} part={part} isRequired={isRequired} />)
}

/** Keys as a text. Without help of its own if a form is selected above it. */
function KeyText(props: { type: number; isRequired: boolean; isNew: boolean; help: string }) {
  const { type, isRequired, isNew, help } = props
  const { t } = useTranslation('channel-keys')
  const reasonText = useReasonText()
  const isChosen = hasKeyParts(type)
  const [first] = keyFormsOf(type)
  const name = first?.parts[0]?.name ?? 'apiKey'
  const ownLabel = isChosen || name === 'apiKey' ? t('field.key') : t(`keyPart.${name}.label`)
  const hint = keyHintOf(keyFormsOf(type))
  // The label already says the same.
  const ownHelp = isChosen || name === 'apiKey' ? '' : t(`keyPart.${name}.help`)
  return (
    <Form.Item
      name="key"
      label={isChosen ? t('keyForm.text') : ownLabel}
      required={isRequired}
      extra={isChosen ? undefined : [ownHelp, help].filter(Boolean).join(' ')}
      rules={[
        { required: isRequired, whitespace: true, message: t('validation.key') },
        {
          validator: async (_rule, value: string | undefined) => {
            const objection = objectionToText(type, value ?? '')
            if (objection === null) return
            const text = reasonText(objection.reason)
            const isOne = keysIn(value ?? '').length === 1
            throw new Error(isOne ? text : t('validation.keyLine', { line: objection.line, reason: text }))
          },
        },
      ]}
    >
      <Input.TextArea
        className={css.mono}
        autoSize={{ minRows: 2, maxRows: 8 }}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholderOf(hint)}
      />
    </Form.Item>
  )

  function placeholderOf(text: string): string {
    if (isNew) return text
    return text === '' ? t('field.keyKeptPlaceholder') : t('field.keyStoredPlaceholder', { hint: text })
  }
}

/** Whether new keys are appended to the stored ones or replace them. */
function KeyChange() {
  const { t } = useTranslation('channel-keys')
  return (
    <Form.Item name="key_change" label={t('field.keyChange')} required>
      <Segmented
        aria-label={t('field.keyChange')}
        options={(['append', 'replace'] as const).map((value) => ({ value, label: t(`keyChange.${value}`) }))}
      />
    </Form.Item>
  )
}

/** How a channel uses several keys. */
function KeyMode({ type, stored, keptCount }: Pick<KeyFieldsProps, 'type' | 'stored'> & { keptCount: number }) {
  const { t } = useTranslation('channel-keys')
  const entry = { key_form: useValue('key_form'), key: useValue('key'), key_parts: useValue('key_parts') }
  const mode = useValue('multi_key_mode') ?? ''
  const keyCount = keysIn(keyTextOf({ type, ...entry })).length
  if (keyCount <= 1 && keptCount <= 1 && mode === '') return null
  return (
    <Form.Item
      name="multi_key_mode"
      label={t('field.keyMode')}
      required
      dependencies={['key']}
      rules={[
        {
          validator: async (_rule, value: string) => {
            if (stored !== null && keyCount > 1 && !value) throw new Error(t('validation.keyMode'))
          },
        },
      ]}
    >
      <Select
        options={[
          {
            value: '',
            label: stored === null ? t('keyMode.channelEach', { count: keyCount || keptCount }) : t('keyMode.single'),
          },
          { value: 'random', label: t('keyMode.random') },
          { value: 'round_robin', label: t('keyMode.roundRobin') },
        ]}
      />
    </Form.Item>
  )
}
