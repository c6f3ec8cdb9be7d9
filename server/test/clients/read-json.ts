export type Json = Record<string, unknown>

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))
