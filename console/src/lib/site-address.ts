import { ownSite } from './base-path.ts'

/** This site's address, for external clients: the operator's, otherwise the one in the address bar. */
export const siteAddress = (serverAddress: string | undefined, own = ownSite): string =>
  (serverAddress || own()).replace(/\/+$/, '')
