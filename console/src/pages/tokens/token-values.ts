import { type ApiToken, type ApiTokenWrite, apiTokenNameMax } from '@sluice/contract/api-token'
import type { DrawingSettings } from '@sluice/contract/drawing-settings'
import type { Limits } from '@sluice/contract/limits'
import { tokenStatus } from '@sluice/contract/roles'

/** The form's values, named as on the wire, so that the server's errors find their fields. */
export interface TokenValues {
  name: string
  /** Of a new token, null = unlimited. */
  remain_quota: number | null
  unlimited_quota: boolean
  /** Seconds; -1 = never; NaN = the input is not a time. */
  expired_time: number
  count: number
  /** undefined = the group of the account. */
  group?: string | undefined
  /** With the group `auto`: the groups in order; empty = the operator's order. */
  auto_groups: string[]
  cross_group_retry: boolean
  model_limits_enabled: boolean
  model_limits: string[]
  allow_ips: string
  deny_ips: string
  rate_limit_enabled: boolean
  rate_limit_count: number | null
  rate_limit_minutes: number | null
  rate_limit_message: string
  limits: Limits
  /** Absent while drawing is switched off: then it is not sent. */
  drawing?: DrawingSettings | undefined
}

/** `quota`: what the operator proposes; 0 = no limit. */
export const buildNewTokenValues = (quota: number): TokenValues => ({
  name: '',
  remain_quota: quota === 0 ? null : quota,
  unlimited_quota: quota === 0,
  expired_time: -1,
  count: 1,
  group: undefined,
  auto_groups: [],
  cross_group_retry: false,
  model_limits_enabled: false,
  model_limits: [],
  allow_ips: '',
  deny_ips: '',
  rate_limit_enabled: false,
  rate_limit_count: 60,
  rate_limit_minutes: 1,
  rate_limit_message: '',
  limits: {},
  drawing: { fallback: true },
})

export const namesOf = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

export const buildTokenValues = (token: ApiToken): TokenValues => ({
  name: token.name,
  remain_quota: token.remain_quota,
  unlimited_quota: token.unlimited_quota,
  expired_time: token.expired_time,
  count: 1,
  group: token.group === '' ? undefined : token.group,
  auto_groups: token.auto_groups ?? [],
  cross_group_retry: token.cross_group_retry,
  model_limits_enabled: token.model_limits_enabled,
  model_limits: namesOf(token.model_limits),
  allow_ips: token.allow_ips ?? '',
  deny_ips: token.deny_ips,
  rate_limit_enabled: token.rate_limit_enabled,
  rate_limit_count: token.rate_limit_count,
  rate_limit_minutes: token.rate_limit_minutes,
  rate_limit_message: token.rate_limit_message,
  limits: token.limits,
  drawing: { fallback: true, ...token.drawing },
})

/** The body for `values`; an edit keeps the quota that was spent while the form was open. */
export function buildTokenWrite(values: TokenValues, edited?: ApiToken): ApiTokenWrite {
  return {
    ...(edited && { id: edited.id, remain_quota_loaded: edited.remain_quota }),
    name: values.name.trim(),
    remain_quota: values.remain_quota ?? 0,
    unlimited_quota: values.unlimited_quota || values.remain_quota === null,
    expired_time: values.expired_time,
    group: values.group ?? '',
    auto_groups: values.auto_groups,
    cross_group_retry: values.cross_group_retry,
    model_limits_enabled: values.model_limits_enabled,
    model_limits: values.model_limits.join(','),
    allow_ips: values.allow_ips,
    deny_ips: values.deny_ips,
    rate_limit_enabled: values.rate_limit_enabled,
    rate_limit_count: values.rate_limit_count ?? 0,
    rate_limit_minutes: values.rate_limit_minutes ?? 1,
    rate_limit_message: values.rate_limit_message.trim(),
    limits: values.limits,
    ...(values.drawing && { drawing: buildDrawingSettings(values.drawing) }),
  }
}

/** Only the set fields: a field that was emptied, or belongs to another choice, is omitted. */
const buildDrawingSettings = ({ mode, pictures, mirror, fallback }: DrawingSettings): DrawingSettings => ({
  ...(mode && { mode }),
  ...(pictures && { pictures }),
  ...(pictures === 'mirror' && mirror && { mirror: mirror.trim() }),
  ...(fallback === false && { fallback }),
})

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const suffixLength = 6

/** Six letters and digits. They only distinguish names, so a small bias is acceptable. */
export function randomSuffix(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(suffixLength))
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
}

/** The first token has the plain name, the others a dash and a suffix. */
export const namesFor = (name: string, count: number, suffix: () => string = randomSuffix): string[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? name : `${name}-${suffix()}`))

/** Maximum length of a name that `count` tokens share. */
export const nameMaxFor = (count: number): number => (count > 1 ? apiTokenNameMax - suffixLength - 1 : apiTokenNameMax)

export const withPrefix = (key: string): string => `sk-${key}`

/** One token a line, name and key separated by a tab: two columns when pasted into a spreadsheet. */
export const tokenLines = (tokens: Pick<ApiToken, 'name' | 'key'>[]): string =>
  tokens.map(({ name, key }) => `${name}\t${withPrefix(key)}`).join('\n')

export type TokenState = 'enabled' | 'limited' | 'disabled' | 'expired' | 'exhausted' | 'unknown'

export function tokenStateOf(token: Pick<ApiToken, 'status' | 'model_limits_enabled'>): TokenState {
  switch (token.status) {
    case tokenStatus.enabled:
      return token.model_limits_enabled ? 'limited' : 'enabled'
    case tokenStatus.disabled:
      return 'disabled'
    case tokenStatus.expired:
      return 'expired'
    case tokenStatus.exhausted:
      return 'exhausted'
    default:
      return 'unknown'
  }
}
