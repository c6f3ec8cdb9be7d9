/** How much of a balance a process leases. */
export interface LeasePolicy {
  /** A process leases one part in `share` of the unleased balance. */
  share: number
  /** A part that covers fewer than `holdsMin` calls is not leased: the database decides those calls. */
  holdsMin: number
}

/**
 * A process that dies or freezes withholds one eighth of a balance until its epoch expires. A balance of fewer than 64
 * calls is too small to lease.
 */
export const defaultLeasePolicy: LeasePolicy = { share: 8, holdsMin: 8 }

/** The amount to lease of `free`, the unleased balance, for calls that hold `needed` each. 0 = too little. */
export function leaseOf(free: number, needed: number, { share, holdsMin }: LeasePolicy): number {
  const part = Math.floor(free / share)
  return part >= holdsMin * Math.max(needed, 1) ? part : 0
}
