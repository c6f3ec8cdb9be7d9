import { OutboundError } from './pinned-fetch.ts'

/** The message with which a guarded request was refused; 'sent' if it was not. */
export const readRefusalMessage = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'sent',
    (error: unknown) => (error instanceof OutboundError ? error.message : `other: ${error}`),
  )
