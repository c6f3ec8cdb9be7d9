import { parseJson } from '@sluice/contract/read-json'

/**
 * One row of another program's database. Engines and versions return the same value as a number, text, bytes or Date;
 * each reader accepts all of them, and has the default of its kind for a value that is absent or null.
 */
export class SourceRow {
  readonly #values: Readonly<Record<string, unknown>>

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values
  }

  /** Whether the column exists and has a value. */
  has(column: string): boolean {
    return this.#plain(column) !== null
  }

  /** A whole number without the fraction; 0 if absent. */
  integer(column: string): number {
    return Math.trunc(this.real(column))
  }

  real(column: string): number {
    const value = Number(this.#plain(column) ?? 0)
    return Number.isFinite(value) ? value : 0
  }

  /** A whole amount. Throws where the value is no number, or beyond the safe range: it would be lost. */
  amount(column: string): number {
    const amount = Math.trunc(this.decimal(column))
    if (!Number.isSafeInteger(amount)) throw new Error(`${column} is ${amount}, which is beyond the safe range`)
    return amount
  }

  /** An amount of money. Throws where the value is no number. */
  decimal(column: string): number {
    const value = this.#plain(column) ?? 0
    const number = typeof value === 'string' && value.trim() === '' ? 0 : Number(value)
    if (!Number.isFinite(number)) throw new Error(`${column} is ${JSON.stringify(value)}, which is not a number`)
    return number
  }

  /** Without spaces around it: fixed-width columns are padded. */
  text(column: string): string {
    const value = this.#plain(column)
    return value === null ? '' : String(value).trim()
  }

  /** At most `max` characters. */
  clipped(column: string, max: number): string {
    return [...this.text(column)].slice(0, max).join('')
  }

  flag(column: string): boolean {
    const value = this.#plain(column)
    return value === true || value === 'true' || Number(value) === 1
  }

  /** The parsed value of a JSON column or of JSON text; undefined if absent. */
  json(column: string): unknown {
    const value = this.#plain(column)
    if (value === null || value === '') return undefined
    return typeof value === 'string' ? parseJson(value) : value
  }

  /** Milliseconds from a column of Unix seconds; 0 if absent. */
  seconds(column: string): number {
    return Math.max(0, this.integer(column)) * 1_000
  }

  /** Milliseconds from a date-time column; null if absent. */
  instant(column: string): number | null {
    const value = this.#plain(column)
    if (value === null || value === '') return null
    const at = value instanceof Date ? value.getTime() : Date.parse(toIsoText(String(value)))
    return Number.isNaN(at) ? null : at
  }

  #plain(column: string): unknown {
    const value = this.#values[column] ?? null
    return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value
  }
}

/** `2026-11-22 09:53:10.043354292+00:00` in the form that every reader of dates accepts. */
const toIsoText = (text: string): string =>
  text
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d+/, '$1')
    .replace(/^([\d-]+T[\d:.]+)$/, '$1Z')
