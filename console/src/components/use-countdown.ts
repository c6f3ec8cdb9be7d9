import { useEffect, useState } from 'react'

/** Seconds left of a countdown that `start` begins; 0 = none. */
export function useCountdown(seconds: number): { left: number; start(): void } {
  const [left, setLeft] = useState(0)
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1_000)
    return () => clearInterval(timer)
  }, [isRunning])
  return { left, start: () => setLeft(seconds) }
}
