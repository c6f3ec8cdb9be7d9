import { readJson, writeJson } from '../../../lib/storage.ts'
import { type Target, targetKinds } from './targets.ts'

/** A chosen target with its name at that time. */
export interface Recent extends Target {
  label: string
}

const recentMax = 6

/** `chosen` first, each target once. */
export const withChosen = (recents: readonly Recent[], chosen: Recent): Recent[] => [
  chosen,
  ...recents.filter(({ kind, name }) => kind !== chosen.kind || name !== chosen.name).slice(0, recentMax - 1),
]

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  targetKinds.some((kind) => kind === value.kind) &&
  'name' in value &&
  typeof value.name === 'string' &&
  'label' in value &&
  typeof value.label === 'string'

const isRecents = (value: unknown): value is Recent[] => Array.isArray(value) && value.every(isRecent)

/** Stored for each account, so that accounts on a shared computer do not see each other's searches. */
const keyOf = (userId: number | null) => `palette-${userId ?? 0}` as const

export const readRecents = (userId: number | null): Recent[] =>
  (readJson(keyOf(userId), isRecents) ?? []).slice(0, recentMax)

export const rememberChoice = (userId: number | null, { kind, name, label }: Recent): void =>
  writeJson(keyOf(userId), withChosen(readRecents(userId), { kind, name, label }))
