import { useEffect, useState } from 'react'
import { lessMotion } from '../../lib/less-motion.ts'

const durationMs = 480

/** The share of an amount that is shown, from 0 to 1: it grows once after the first drawing. 1 under reduced motion. */
export function useCountUp(): number {
  const [share, setShare] = useState(lessMotion.matches ? 1 : 0)
  useEffect(() => {
    if (lessMotion.matches) return
    let frame = 0
    let startedAt: number | undefined
    const step = (now: number) => {
      startedAt ??= now
      const progress = Math.min(1, (now - startedAt) / durationMs)
      // Fast first, so that the amount is nearly there when it is read.
      setShare(1 - (1 - progress) ** 3)
      if (progress < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [])
  return share
}
