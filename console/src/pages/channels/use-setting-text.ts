import type { JsonRecord } from '@sluice/contract/read-json'
import { Form } from 'antd'
import type { ChannelFormValues } from './channel-form.ts'
import { parseJsonObject, patchJsonText } from './json-text.ts'

/** The settings of the form, whose text holds all of them. */
export interface SettingText {
  /** Null = the text is not an object: single settings cannot be changed. */
  setting: JsonRecord | null
  /** The current text, also before the next render. */
  readText(): string | undefined
  /** Changes single settings; undefined removes one. */
  patch(changes: JsonRecord): void
}

export function useSettingText(): SettingText {
  const form = Form.useFormInstance<ChannelFormValues>()
  const text = Form.useWatch<string | undefined>('setting', { form, preserve: true })
  const readText = (): string | undefined => form.getFieldValue('setting')
  return {
    setting: parseJsonObject(text ?? ''),
    readText,
    patch: (changes) => form.setFieldValue('setting', patchJsonText(readText() ?? '', changes)),
  }
}
