import { isPlain } from '@sluice/contract/plain-text'
import {
  type Redemption,
  type RedemptionCreate,
  type RedemptionUpdate,
  redemptionNameMax,
  redemptionQuotaDefault,
} from '@sluice/contract/redemption'
import { redemptionStatus } from '@sluice/contract/redemption-status'
import { formatQuota, type QuotaFormat } from '../../lib/format.ts'

/** The form's values, named as on the wire. */
export interface RedemptionValues {
  name: string
  /** null while the field is empty. */
  quota: number | null
  /** Only for new codes. */
  count: number | null
  /** Seconds; -1 = never; NaN = the input is not a time. */
  expired_time: number
}

export const newRedemptionValues: RedemptionValues = {
  name: '',
  quota: redemptionQuotaDefault,
  count: 1,
  expired_time: -1,
}

export const buildRedemptionValues = ({ name, quota, expired_time }: Redemption): RedemptionValues => ({
  name,
  quota,
  count: 1,
  expired_time: expired_time > 0 ? expired_time : -1,
})

/** The name of a code without one: its quota as an amount. */
export const defaultNameOf = (quota: number | null, format: QuotaFormat): string =>
  formatQuota(quota ?? 0, format).slice(0, redemptionNameMax)

export const buildRedemptionCreate = (values: RedemptionValues, format: QuotaFormat): RedemptionCreate => ({
  name: values.name.trim() || defaultNameOf(values.quota, format),
  quota: values.quota ?? 0,
  count: values.count ?? 1,
  expired_time: values.expired_time,
})

/** The differences from the code with which the form was opened. */
export function changesOf(code: Redemption, values: RedemptionValues): Omit<RedemptionUpdate, 'id'> {
  const before = buildRedemptionValues(code)
  const name = values.name.trim()
  return {
    ...(name !== before.name && { name }),
    ...(values.quota !== null && values.quota !== before.quota && { quota: values.quota }),
    ...(values.expired_time !== before.expired_time && { expired_time: values.expired_time }),
  }
}

export type NameProblem = 'nameRequired' | 'nameLong' | 'nameCharacters'

/** Lengths are counted in visible characters, like the server does. */
export function nameProblem(text: string, { required }: { required: boolean }): NameProblem | null {
  const name = text.trim().normalize('NFC')
  if (name === '') return required ? 'nameRequired' : null
  if (!isPlain(name)) return 'nameCharacters'
  return [...name].length > redemptionNameMax ? 'nameLong' : null
}

export type RedemptionState = 'unused' | 'disabled' | 'used' | 'expired' | 'unknown'

/** The state of a code for its holder: one past its time is expired, unless it was used before. */
export function stateOf(
  { status, expired_time }: Pick<Redemption, 'status' | 'expired_time'>,
  nowSeconds: number,
): RedemptionState {
  if (status === redemptionStatus.used) return 'used'
  if (status === redemptionStatus.disabled) return 'disabled'
  if (status !== redemptionStatus.unused) return 'unknown'
  return expired_time > 0 && expired_time <= nowSeconds ? 'expired' : 'unused'
}

/** `$5.00` → `redemption-codes-5.00.txt`: a valid file name. */
export const fileNameOf = (name: string): string => {
  const part = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '')
  return part === '' ? 'redemption-codes.txt' : `redemption-codes-${part}.txt`
}
