import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSessionUser } from '../../lib/session.ts'

interface ReaderKey {
  whole: string
  /** A model that it can call; null = none that chats. */
  model: string | null
}

/** How many keys can be chosen here. */
const keysMax = 100

/**
 * A key of the reader for the examples. It lives in this page alone: in no address, no storage and no cache. The server
 * may ask the owner for a proof.
 */
export function useReaderKey() {
  const user = useSessionUser()
  const [key, setKey] = useState<ReaderKey | null>(null)
  const [chosen, setChosen] = useState(0)
  const { data } = useQuery({
    queryKey: ['tokens', 'names', user?.id ?? null],
    queryFn: ({ signal }) => api.list('GET /api/token/', { query: { page: 1, page_size: keysMax, status: 1 }, signal }),
    enabled: user !== null,
    throwOnError: false,
  })
  const reading = useMutation({
    mutationFn: async (id: number) => {
      // Loaded then, as a visitor has no key.
      const { readTokenKey } = await import('../../lib/token-keys.ts')
      const [whole, models] = await Promise.all([
        readTokenKey(id),
        api('GET /api/token/:id/models', { params: { id } }).catch(() => []),
      ])
      const model = models.find(({ endpoints }) => endpoints.includes('openai'))?.name ?? null
      setKey({ whole, model })
      setChosen(id)
    },
    gcTime: 0,
  })
  const choose = (id: number) => {
    if (id !== 0) return reading.mutate(id)
    setKey(null)
    setChosen(0)
  }
  return {
    isSignedIn: user !== null,
    tokens: data?.items ?? [],
    chosen,
    choose,
    isBusy: reading.isPending,
    whole: key?.whole ?? null,
    /** Masked, for the screen. */
    shown: key && `${key.whole.slice(0, 7)}…${key.whole.slice(-4)}`,
    model: key?.model ?? null,
  }
}
