import { useEffect, useRef, useState } from 'react'

const none: ReadonlySet<number> = new Set()

/** The ids that were not among the rows before, while the list is live; none for another list (`of`). */
export function useNewRows(ids: readonly number[] | undefined, { isLive, of }: { isLive: boolean; of: string }) {
  const known = useRef<{ of: string; ids: ReadonlySet<number> } | null>(null)
  const [fresh, setFresh] = useState(none)
  const text = ids?.join()
  useEffect(() => {
    if (text === undefined) return
    const now = new Set(text === '' ? [] : text.split(',').map(Number))
    const before = known.current?.of === of ? known.current.ids : null
    known.current = { of, ids: now }
    const added = isLive && before ? [...now].filter((id) => !before.has(id)) : []
    setFresh(added.length === 0 ? none : new Set(added))
  }, [text, isLive, of])
  return fresh
}
