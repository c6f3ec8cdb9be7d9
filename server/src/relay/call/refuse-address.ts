import { type AddressList, isAddress } from '../../core/address-list.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Caller } from './caller.ts'

/** Throws ip_not_allowed when the token may not be used from this address. */
export function refuseAddress(caller: Caller, address: string): void {
  const { allowedAddresses: allowed, deniedAddresses: denied } = caller
  if (isDenied(denied, address) || (allowed && !allowed.includes(address))) throw new GatewayError('ip_not_allowed')
}

/** An unreadable list denies, and so does an unreadable caller's address. */
function isDenied(list: AddressList | null, address: string): boolean {
  return list !== null && (list.invalid.length > 0 || !isAddress(address) || list.includes(address))
}
