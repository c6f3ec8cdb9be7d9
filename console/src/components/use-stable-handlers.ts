import { useInsertionEffect, useRef, useState } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: only `any` matches the parameters of every handler.
type Handlers = Record<string, (...parameters: any[]) => unknown>

/**
 * The same functions for the whole life of a component, which call the handlers of its latest render. Only for event
 * handlers: components that receive them do not render again when they change. The names must not change.
 */
export function useStableHandlers<T extends Handlers>(handlers: T): T {
  const latest = useRef(handlers)
  useInsertionEffect(() => {
    latest.current = handlers
  })
  const [stable] = useState(() => {
    const names = Object.keys(handlers)
    const calls = names.map((name) => [name, (...parameters: unknown[]) => latest.current[name]?.(...parameters)])
    // The same names with the same parameters and results.
    return Object.fromEntries(calls) as T
  })
  return stable
}
