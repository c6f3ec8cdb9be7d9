import { normaliseBaseUrl, objectionToBaseUrl } from '@sluice/contract/base-url'
import { findSettingFaults } from '@sluice/contract/channel-setting'
import { channelWrite } from '@sluice/contract/channel-write'
import { type Reason, reasonAt } from '@sluice/contract/error-reasons'
import { objectionToModels } from '@sluice/contract/name-lists'
import { textOf } from '@sluice/contract/read-json'
import { parseOptions, reasonOfIssue } from '@sluice/contract/reason-of-issue'
import { useTranslation } from 'react-i18next'
import { useReasonText } from '../../lib/use-reason-text.ts'
import { parseJsonObject } from './json-text.ts'
import { findTextFault, type RowFormat } from './row-format.ts'

interface FieldRule {
  validator(rule: unknown, value: unknown): Promise<void>
}

type CheckedField = keyof typeof channelWrite.shape

/** Settings with their own field, which shows their errors. */
const settingParts = [
  'force_format',
  'thinking_to_content',
  'pass_through_body_enabled',
  'system_prompt',
  'system_prompt_override',
  'proxy',
  'shared_objects',
  'limits',
] as const
export type SettingPart = (typeof settingParts)[number]

export type FieldRules = ReturnType<typeof useFieldRules>

/** The validation rules of the channel form. `onRefused` opens the folded section that contains the field. */
export function useFieldRules(onRefused?: () => void) {
  const { t } = useTranslation('channel-editor')
  const reasonText = useReasonText()

  /** A rule that refuses a value with the text that `findFault` returns. */
  const ruleOf = (findFault: (value: unknown) => string | null): FieldRule => ({
    validator: async (_rule, value) => {
      const fault = findFault(value)
      if (fault === null) return
      onRefused?.()
      throw new Error(fault)
    },
  })
  const reasonRule = (findReason: (value: unknown) => Reason | null): FieldRule =>
    ruleOf((value) => {
      const reason = findReason(value)
      return reason === null ? null : reasonText(reason)
    })

  return {
    /** The server's rule for a field of the request body. */
    contract: (field: CheckedField): FieldRule => reasonRule((value) => contractObjection(field, value)),
    /** Names the invalid row, if rows can show the text. */
    rows: <Row>(format: RowFormat<Row>): FieldRule =>
      ruleOf((value) => {
        const fault = findTextFault(format, textOf(value))
        return fault && t(`rows.fault.${fault.code}`, { number: fault.number })
      }),
    baseUrl: (type: number): FieldRule =>
      reasonRule((value) => objectionToBaseUrl(normaliseBaseUrl(textOf(value)), type)),
    models: (): FieldRule => reasonRule((value) => objectionToModels(Array.isArray(value) ? value : [])),
    /** NaN = no valid time. A stored time may be in the past. */
    expiry: (stored: number): FieldRule =>
      ruleOf((value) => {
        if (typeof value !== 'number' || value === stored) return null
        if (Number.isNaN(value)) return t('validation.expiryInvalid')
        return value > 0 && value <= Date.now() / 1000 ? t('validation.expiryPast') : null
      }),
    /** The error of one setting within the text of all settings. */
    settingPart: (part: SettingPart, readText: () => string | undefined): FieldRule =>
      reasonRule(() => settingObjection(readText() ?? '', (path) => headOf(path) === part, part)),
    /** Errors of the text itself, and of settings without their own field. */
    setting: (): FieldRule =>
      reasonRule(
        (value) =>
          contractObjection('setting', value) ?? settingObjection(textOf(value), (path) => !isPart(headOf(path))),
      ),
  }
}

const headOf = (path: string): string => path.split('.')[0] ?? ''
const isPart = (name: string): boolean => settingParts.some((part) => part === name)

/** Ignores an empty field; other rules decide whether it is required. */
function contractObjection(field: CheckedField, value: unknown): Reason | null {
  if (value === undefined || value === null || value === '') return null
  const issue = channelWrite.shape[field].safeParse(value, parseOptions).error?.issues[0]
  return issue === undefined ? null : reasonOfIssue(issue)
}

function settingObjection(text: string, isMeant: (path: string) => boolean, part?: SettingPart): Reason | null {
  const fault = findSettingFaults(parseJsonObject(text) ?? {}).find(({ path }) => isMeant(path))
  if (fault === undefined) return null
  return fault.path === part ? fault.reason : reasonAt(fault.path, fault.reason)
}
