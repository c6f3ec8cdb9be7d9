import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { readTokenKey } from '../../../lib/token-keys.ts'
import { withPrefix } from '../token-values.ts'

/**
 * The key of a token as far as the panel has it: whole for a new token, otherwise masked until a copy or a link needs
 * it. The server may ask the owner for a proof then. It is kept while the panel is open.
 */
export function useHeldKey(token: { id: number; key: string }, isWhole: boolean) {
  const [whole, setWhole] = useState<string | null>(isWhole ? withPrefix(token.key) : null)
  const reading = useMutation({
    mutationFn: async (use: (key: string) => unknown) => {
      const key = whole ?? (await readTokenKey(token.id))
      setWhole(key)
      await use(key)
    },
    gcTime: 0,
  })
  return { shown: whole ?? withPrefix(token.key).replace(/\*+/, '…'), isBusy: reading.isPending, use: reading.mutate }
}

export type HeldKey = ReturnType<typeof useHeldKey>
