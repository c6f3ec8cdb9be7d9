import { GatewayError } from '../../core/errors.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { Caller } from '../call/caller.ts'

/** The group whose channels and ratio the call uses. Throws 403 when the token names one that its owner may not use. */
export function usableGroupOf(caller: Caller, options: OptionValues): string {
  const group = caller.tokenGroup || caller.userGroup
  if (caller.tokenGroup === '' || caller.tokenGroup === caller.userGroup) return group
  const isUsable = Object.hasOwn(options.UserUsableGroups, group) && Object.hasOwn(options.GroupRatio, group)
  if (!isUsable) throw new GatewayError('group_not_allowed', { group })
  return group
}
