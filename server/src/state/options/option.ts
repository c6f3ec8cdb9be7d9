import type { OptionType } from '../option-type.ts'

/** One setting of the operator. Declared here once; validation, storage and `/api/option/` follow. */
export interface Option<T> {
  readonly type: OptionType<T>
  /** A function where the value is computed or large. */
  readonly default: T | (() => T)
  /** Who may change it: operation, rate limits, models and texts are any administrator's. */
  readonly writer: 'admin' | 'root'
  readonly screen: 'operation' | 'ratelimit' | 'models' | 'system' | 'other'
  /** Sealed in the database and never sent back. */
  readonly secret?: true
  /** What it does, in a line. */
  readonly effect: string
}

// Inference only: keeps the value's type through the table below.
export const option = <T>(declared: Option<T>): Option<T> => declared
