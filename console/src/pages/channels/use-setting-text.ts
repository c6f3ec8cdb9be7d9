import type { JsonRecord } from '@sluice/contract/read-json'
import { Form } from 'antd'
import type { ChannelFormValues } from './channel-form.ts'
import { parseJsonObject, patchJsonText } from './json-text.ts'

/** The settings of the form, all in one text. */
export interface SettingText {
  /** null = the text is not an object, so settings cannot be changed one by one. */
  setting: JsonRecord | null
  /** The current text, even before the next render. */
  readText(): string | undefined
  /** Changes some settings; undefined removes one. */
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
