/** Apart from the shapes of codes, so that the ledger's thread does not load the library for shapes. */
export const redemptionStatus = { unused: 1, disabled: 2, used: 3 } as const
