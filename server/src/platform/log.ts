import pino, { type Logger } from 'pino'
import { redact } from './redact.ts'

export type Log = Logger

/**
 * JSON lines on standard output. Every text passes the redactor, so that a key in an error is not logged. `every` is in
 * each line.
 */
export function createLog(level: string, every: Record<string, number> | null = null): Log {
  return pino({
    level,
    base: every,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: serialize, error: serialize },
    hooks: {
      logMethod(args, method) {
        const cleaned = args.map((arg) => (typeof arg === 'string' ? redact(arg) : arg))
        method.apply(this, cleaned as typeof args)
      },
    },
  })
}

/** Errors, and values that are already described. */
const serialize = (value: unknown): unknown => (value instanceof Error ? describeError(value) : value)

/** The logged form of an error and its causes. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? redact(error) : typeof error
  const { detail } = error as { detail?: unknown }
  return {
    name: error.name,
    message: redact(error.message),
    ...(typeof detail === 'string' && { detail: redact(detail) }),
    ...(depth === 0 && error.stack !== undefined && { stack: redact(error.stack) }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  }
}
