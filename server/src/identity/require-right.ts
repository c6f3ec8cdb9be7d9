import { type AdminRight, hasRight } from '@sluice/contract/admin-rights'
import { GatewayError } from '../core/errors.ts'
import type { ConsoleCaller } from './console-caller.ts'

/** Throws insufficient_rights unless the caller is an administrator with the right. */
export function requireRight(caller: Pick<ConsoleCaller, 'role' | 'withheldRights'>, right: AdminRight): void {
  if (!hasRight(caller, right)) throw new GatewayError('insufficient_rights')
}
