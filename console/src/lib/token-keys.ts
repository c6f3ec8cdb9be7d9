import { apiTokensPerBatchMax } from '@sluice/contract/api-token'
import { api } from './api.ts'
import { withKeyPrefix } from './chat-links.ts'

// Lists show masked keys. These calls may ask the owner for a proof first.

/** The key of an own token, as callers send it. */
export const readTokenKey = async (id: number): Promise<string> =>
  withKeyPrefix((await api('POST /api/token/:id/key', { params: { id } })).key)

/** Those of `tokens` with their whole keys, without the prefix. A token that was deleted meanwhile is left out. */
export async function withWholeKeys<T extends { id: number; key: string }>(tokens: readonly T[]): Promise<T[]> {
  const keys: Record<string, string> = {}
  for (let done = 0; done < tokens.length; done += apiTokensPerBatchMax) {
    const ids = tokens.slice(done, done + apiTokensPerBatchMax).map(({ id }) => id)
    Object.assign(keys, (await api('POST /api/token/batch/keys', { body: { ids } })).keys)
  }
  return tokens.flatMap((token) => {
    const key = keys[token.id]
    return key === undefined ? [] : [{ ...token, key }]
  })
}
