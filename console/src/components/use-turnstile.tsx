import { type ReactNode, useState } from 'react'
import { useStatus } from '../lib/queries.ts'
import { Turnstile } from './turnstile.tsx'

/** The check of a form: the widget, the solution to send, and whether it is still missing. */
export function useTurnstile(): {
  widget: ReactNode
  token: string
  isMissing: boolean
  renew(): void
} {
  const status = useStatus()
  const [token, setToken] = useState('')
  const [round, setRound] = useState(0)
  return {
    widget: <Turnstile round={round} onToken={setToken} />,
    token,
    isMissing: status?.turnstile_check === true && token === '',
    renew: () => setRound((before) => before + 1),
  }
}
