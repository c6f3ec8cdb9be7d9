import { useEffect, useState } from 'react'

type Highlight = (language: string, text: string) => string | null

/** Null = it is not loaded yet. Only an answer with code in a named language loads it. */
let loaded: Highlight | null = null

/** What colours code; null until it is loaded. */
export function useHighlighter(isWanted: boolean): Highlight | null {
  const [highlight, setHighlight] = useState<Highlight | null>(() => loaded)
  useEffect(() => {
    if (!isWanted || highlight) return
    let isShown = true
    import('./highlight-code.ts').then(
      ({ highlightCode }) => {
        loaded = highlightCode
        if (isShown) setHighlight(() => highlightCode)
      },
      () => {
        // The code stays readable without colours.
      },
    )
    return () => {
      isShown = false
    }
  }, [isWanted, highlight])
  return highlight
}
