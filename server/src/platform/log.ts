import pino, { type Logger } from 'pino'
import { createLogTail, type LogTail } from './log-tail.ts'
import { redact, redactFields } from './redact.ts'

export type Log = Logger

/**
 * JSON lines on standard output. Every text of a line is redacted, so that a key in an error, an address or a header is
 * not logged. `every` is added to each line. `write` receives the lines instead of standard output.
 */
export function createLog(
  level: string,
  every: Record<string, number> | null = null,
  write?: (line: string) => void,
): Log {
  const options: pino.LoggerOptions = {
    level,
    base: every,
    formatters: {
      level: (label) => ({ level: label }),
      bindings: (bindings) => redactObject(bindings),
      log: (fields) => redactObject(fields),
    },
    hooks: {
      logMethod(args, method) {
        const cleaned = args.map((arg) => (typeof arg === 'string' ? redact(arg) : arg))
        // The cast: the elements keep their types.
        method.apply(this, cleaned as typeof args)
      },
    },
  }
  const tail = createLogTail()
  const out = write ? { write } : pino.destination(1)
  const log = pino(options, {
    write(line) {
      tail.add(line)
      out.write(line)
    },
  })
  tails.set(log, tail)
  return log
}

const tails = new WeakMap<Log, LogTail>()

/** The last lines of this log, as they were written, the oldest first. */
export const lastLogLines = (log: Log): readonly string[] => tails.get(log)?.lines() ?? []

// An object stays an object.
const redactObject = (fields: Record<string, unknown>): Record<string, unknown> =>
  redactFields(fields, describeError) as Record<string, unknown>

/** The logged form of an error and its causes. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? redact(error) : typeof error
  const detail = 'detail' in error ? error.detail : undefined
  return {
    name: error.name,
    message: redact(error.message),
    ...(typeof detail === 'string' && { detail: redact(detail) }),
    ...(depth === 0 && error.stack !== undefined && { stack: redact(error.stack) }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  }
}
