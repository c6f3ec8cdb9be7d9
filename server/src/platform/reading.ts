import type { Sample } from './histogram.ts'

/** A family of metrics as it was read. */
export interface Reading {
  /** A histogram's lines are `<name>_bucket`, `<name>_sum` and `<name>_count`. */
  name: string
  help: string
  type: 'gauge' | 'counter' | 'histogram'
  values: Sample[]
}
