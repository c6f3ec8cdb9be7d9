import type { ConsoleCaller } from '../../identity/console-caller.ts'
import type { Page } from '../paging.ts'

/** How an answer shows the key of a token. */
export type KeyForm = 'whole' | 'masked'

/**
 * Clients that know the older list form read the keys in it; all others use `POST /api/token/:id/key`. An administrator
 * who looks at the account gets no keys.
 */
export const keyFormOfList = ({ view }: Pick<ConsoleCaller, 'view'>, { form }: Pick<Page, 'form'>): KeyForm =>
  form === 'array' && view === null ? 'whole' : 'masked'

/**
 * Of answers with one token. A program with a system access token may read every key of its account anyway; of a
 * session, the reader may not be the owner.
 */
export const keyFormFor = ({ sessionHash, view }: Pick<ConsoleCaller, 'sessionHash' | 'view'>): KeyForm =>
  sessionHash === null && view === null ? 'whole' : 'masked'

/** Enough to recognise a key, too little to use it: `abcd**********wxyz`. */
export function maskKey(key: string): string {
  const shown = key.length > 8 ? 4 : key.length > 4 ? 2 : 0
  if (shown === 0) return '*'.repeat(key.length)
  return `${key.slice(0, shown)}${'*'.repeat(shown === 4 ? 10 : 4)}${key.slice(-shown)}`
}
