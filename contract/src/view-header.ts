/**
 * The header with the secret of a view: an administrator looks at the console as an account, without changing anything.
 * Each browser tab has its own. It is never part of an address.
 */
export const viewHeader = 'x-sluice-view'
